/** Why a person gets a message of a campaign, as the message itself says it (Canada's anti-spam law). */
export const reasonToWrite = (legalName: string, recipient: string) =>
  `${legalName} vous écrit à ${recipient} parce que cette adresse figure parmi ses contacts professionnels.`;
