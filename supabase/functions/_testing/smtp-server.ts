import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** Answers of the server at each step; « drop » cuts the connection instead. */
export interface SmtpScript {
  greeting: string;
  /** Answer to STARTTLS; without it the server has no encryption. */
  starttls: string;
  mail: string;
  rcpt: string;
  data: string;
  /** The answer after the text of the message. « silence » takes the message and says nothing. */
  text: string;
}

export interface SmtpServer {
  port: number;
  /** The messages whose text came whole, as sent. */
  messages: { from: string; to: string[]; raw: string }[];
  script: SmtpScript;
  /** The commands of every connection. */
  commands: string[];
  /** Answers that change for the next connection. */
  overrides: () => Partial<SmtpScript>;
  close: () => Promise<void>;
}

const acceptingScript: SmtpScript = {
  greeting: '220 essai',
  starttls: '502 inconnu',
  mail: '250 ok',
  rcpt: '250 ok',
  data: '354 go',
  text: '250 ok numéro 7',
};

/** Starts a scripted mail server, on a free loopback port by default. */
export async function startSmtpServer(
  script: Partial<SmtpScript> = {},
  { port = 0, host = '127.0.0.1', tls }: { port?: number; host?: string; tls?: TlsOptions } = {},
): Promise<SmtpServer> {
  const state = {
    messages: [] as SmtpServer['messages'],
    commands: [] as string[],
    script: { ...acceptingScript, ...script },
    overrides: (): Partial<SmtpScript> => ({}),
  };
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    answerCommands(socket, state, { ...state.script, ...state.overrides() });
  };
  const server = tls ? createTlsServer(tls, serve) : createServer(serve);
  server.listen(port, host);
  await once(server, 'listening');
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function answerCommands(
  socket: Socket,
  { messages, commands }: Pick<SmtpServer, 'messages' | 'commands'>,
  script: SmtpScript,
): void {
  let buffer = '';
  let isText = false;
  let current = { from: '', to: [] as string[], raw: '' };
  const send = (line: string) => {
    if (line === 'drop') socket.destroy();
    else if (line !== 'silence') socket.write(`${line}\r\n`);
  };
  const handle = (line: string) => {
    commands.push(line);
    if (/^(EHLO|HELO)/i.test(line)) return send('250-essai\r\n250 AUTH PLAIN');
    if (/^STARTTLS/i.test(line)) return send(script.starttls);
    if (/^AUTH/i.test(line)) return send('235 ok');
    if (/^MAIL FROM:/i.test(line)) {
      current = { from: line.slice(10), to: [], raw: '' };
      return send(script.mail);
    }
    if (/^RCPT TO:/i.test(line)) {
      current.to.push(line.slice(8));
      return send(script.rcpt);
    }
    if (/^DATA/i.test(line)) {
      isText = script.data.startsWith('354');
      return send(script.data);
    }
    if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n');
    return send('250 ok');
  };
  socket.on('data', (chunk) => {
    buffer += chunk.toString('utf8');
    for (;;) {
      const mark = isText ? '\r\n.\r\n' : '\r\n';
      const end = buffer.indexOf(mark);
      if (end < 0) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + mark.length);
      if (isText) {
        isText = false;
        messages.push({ ...current, raw: part });
        send(script.text);
      } else handle(part);
    }
  });
  send(script.greeting);
}
