import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A message of the mailbox. */
interface StoredMail {
  uid: number;
  raw: Buffer;
  flags: Set<string>;
  arrivedAt: Date;
  /** Size that the server announces, when it differs from the real one. */
  size?: number;
}

export interface ImapServer {
  port: number;
  validity: number;
  uidNext: number;
  messages: StoredMail[];
  password: string;
  /** The commands of every connection, without their tags. */
  commands: string[];
  /** Cuts the connection when a command begins so; « silence » leaves it unanswered. */
  trouble: { at: string; how: 'drop' | 'silence' } | undefined;
  /** Puts a message in the inbox. */
  deliver: (raw: string | Buffer, change?: Partial<StoredMail>) => StoredMail;
  close: () => Promise<void>;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const dayOf = (date: Date) =>
  `${String(date.getUTCDate()).padStart(2, ' ')}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()}`;

/**
 * Starts a mailbox of one folder, « INBOX », that speaks the part of IMAP (RFC 3501) that reading needs, on a free
 * loopback port.
 */
export async function startImapServer(tls?: TlsOptions): Promise<ImapServer> {
  const state: Omit<ImapServer, 'port' | 'close'> = {
    validity: 7,
    uidNext: 1,
    messages: [],
    password: 'mot-de-passe',
    commands: [],
    trouble: undefined,
    deliver: (raw, change = {}) => {
      const mail = {
        uid: state.uidNext,
        raw: Buffer.from(raw),
        flags: new Set<string>(),
        arrivedAt: new Date(),
      };
      state.messages.push({ ...mail, ...change });
      state.uidNext += 1;
      return state.messages.at(-1) as StoredMail;
    },
  };
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    converse(socket, state);
  };
  const server = tls ? createTlsServer(tls, serve) : createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

type State = Omit<ImapServer, 'port' | 'close'>;

function converse(socket: Socket, state: State): void {
  let buffer = '';
  const send = (line: string) => socket.write(`${line}\r\n`);
  send('* OK [CAPABILITY IMAP4rev1] essai');
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1');
    for (;;) {
      const end = buffer.indexOf('\r\n');
      if (end < 0) return;
      const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(buffer.slice(0, end)) ?? [];
      buffer = buffer.slice(end + 2);
      state.commands.push(command);
      if (state.trouble && command.startsWith(state.trouble.at)) {
        if (state.trouble.how === 'drop') socket.destroy();
        return;
      }
      for (const line of answer(command, state)) socket.write(line);
      if (/^LOGOUT/.test(command)) send('* BYE au revoir');
      const isRefused = /^LOGIN/.test(command) && !command.includes(`"${state.password}"`);
      const isMissing = /^(?:SELECT|EXAMINE)/.test(command) && !/INBOX/.test(command);
      if (isRefused) send(`${tag} NO [AUTHENTICATIONFAILED] non`);
      else send(isMissing ? `${tag} NO [NONEXISTENT] inconnu` : `${tag} OK fait`);
    }
  });
}

/** Returns the lines before the tagged one. */
function answer(command: string, state: State): (string | Buffer)[] {
  const { messages, validity, uidNext } = state;
  if (/^CAPABILITY/.test(command)) return ['* CAPABILITY IMAP4rev1\r\n'];
  if (/^LIST "" ""/.test(command)) return ['* LIST (\\Noselect) "/" ""\r\n'];
  if (/^(?:LIST|LSUB)/.test(command)) return [`* ${command.slice(0, 4)} () "/" INBOX\r\n`];
  if (/^(?:SELECT|EXAMINE)/.test(command)) {
    return [
      '* FLAGS (\\Seen \\Deleted)\r\n* OK [PERMANENTFLAGS (\\Seen \\Deleted)] ok\r\n',
      `* ${messages.length} EXISTS\r\n* 0 RECENT\r\n`,
      `* OK [UIDVALIDITY ${validity}] ok\r\n* OK [UIDNEXT ${uidNext}] ok\r\n`,
    ];
  }
  if (/^UID SEARCH/.test(command)) return [`* SEARCH ${search(command, messages).join(' ')}\r\n`];
  const [, uid] = /^UID (?:FETCH|STORE) (\d+)/.exec(command) ?? [];
  const mail = messages.find((one) => one.uid === Number(uid));
  if (!mail) return [];
  if (/^UID STORE/.test(command)) {
    for (const [flag] of command.matchAll(/\\\w+/g)) mail.flags.add(flag);
    return [];
  }
  const clock = mail.arrivedAt.toISOString().slice(11, 19);
  const facts = `* ${messages.indexOf(mail) + 1} FETCH (UID ${mail.uid} RFC822.SIZE ${mail.size ?? mail.raw.length} INTERNALDATE "${dayOf(mail.arrivedAt)} ${clock} +0000"`;
  if (/ENVELOPE/.test(command)) return [`${facts} ENVELOPE ${envelope(mail)})\r\n`];
  const [, most] = /BODY(?:\.PEEK)?\[\]<0\.(\d+)>/.exec(command) ?? [];
  const part = most ? mail.raw.subarray(0, Number(most)) : mail.raw;
  return [`${facts} BODY[]${most ? '<0>' : ''} {${part.length}}\r\n`, part, ')\r\n'];
}

/** Headers that a server reads by itself (RFC 3501, 7.4.2). */
function envelope({ raw }: StoredMail): string {
  const head = raw.subarray(0, 4_000).toString('latin1');
  const field = (name: string) => new RegExp(`^${name}: (.*?)\\r$`, 'im').exec(head)?.[1];
  const quoted = (text: string | undefined) =>
    text === undefined ? 'NIL' : `"${text.replace(/["\\]/g, '')}"`;
  const [, name, user, domain] = /^(.*?)\s*<(.*)@(.*)>$/.exec(field('From') ?? '') ?? [];
  const from = `((${quoted(name)} NIL ${quoted(user)} ${quoted(domain)}))`;
  return `(NIL ${quoted(field('Subject'))} ${from} ${from} ${from} NIL NIL NIL ${quoted(field('In-Reply-To'))} ${quoted(field('Message-ID'))})`;
}

/** By UID (« 4:* » names the last one too, as the RFC says) or by day. */
function search(command: string, messages: readonly StoredMail[]): number[] {
  const [, from] = /UID (\d+):\*/.exec(command.slice(3)) ?? [];
  const last = messages.at(-1)?.uid;
  if (from) return messages.map(({ uid }) => uid).filter((uid) => uid >= Number(from) || uid === last);
  const [, since = ''] = /SINCE (\S+)/.exec(command) ?? [];
  const day = Date.parse(`${since.replaceAll('"', '').replaceAll('-', ' ')} UTC`);
  return messages.filter(({ arrivedAt }) => arrivedAt.getTime() >= day).map(({ uid }) => uid);
}
