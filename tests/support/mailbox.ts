import { environment } from './environment.ts';

/** A message of the local mailbox. */
export type Mail = {
  subject: string;
  html: string;
  text: string;
  to: { address: string }[];
  from: { address: string; name: string }[];
  replyTo: { address: string }[];
  headers: Record<string, string>;
};

/** Reads the messages in the local mailbox for these addresses. */
export async function mailsTo(addresses: readonly string[]): Promise<Mail[]> {
  const wanted = new Set(addresses);
  const mails = (await (await fetch(`${environment().stack.mailUrl}/email`)).json()) as Mail[];
  return mails.filter(({ to }) => to.some(({ address }) => wanted.has(address)));
}

/** Counts the messages in the local mailbox for each of these addresses. */
export async function receivedBy(addresses: readonly string[]): Promise<number[]> {
  const mails = await mailsTo(addresses);
  return addresses.map(
    (address) => mails.filter(({ to }) => to.some((one) => one.address === address)).length,
  );
}
