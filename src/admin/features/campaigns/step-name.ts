/** What a message of a campaign is: the first, or one that follows by itself. */
export const stepName = (step: number) => (step === 0 ? 'Premier message' : 'Relance');
