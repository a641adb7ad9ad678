import type { ServerResponse } from 'node:http';
import { sendJson, startServer, type TestServer } from './http-server.ts';

/** A message whose text parts are joined by lines, with the bytes of its pictures. */
interface SentMessage {
  role: string;
  content: string;
  pictures?: Buffer[];
}

interface ModelCall {
  path: string | undefined;
  authorization: string | undefined;
  body: {
    model: string;
    messages: SentMessage[];
    response_format?: { type: string };
    [field: string]: unknown;
  };
}

export type ModelReply = (response: ServerResponse, call: ModelCall) => void;

export interface FakeLanguageModel extends TestServer {
  calls: ModelCall[];
  /** One reply a call; the last one repeats. */
  replies: ModelReply[];
  /** Calls whose connection the other side closed before the answer. */
  abandoned: number;
  reset: (...replies: ModelReply[]) => void;
}

/** Reads a message of the protocol: a text, or parts that are texts and pictures. */
function readMessage({ role, content }: { role: string; content: unknown }): SentMessage {
  if (typeof content === 'string') return { role, content };
  const texts: string[] = [];
  const pictures: Buffer[] = [];
  for (const part of content as Record<string, unknown>[]) {
    if (part.type === 'text') texts.push(String(part.text));
    else {
      const { url } = part.image_url as { url: string };
      const [, data] = /^data:image\/jpeg;base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
      if (part.type !== 'image_url' || !data) throw new TypeError(`no picture: ${url.slice(0, 40)}`);
      pictures.push(Buffer.from(data, 'base64'));
    }
  }
  return { role, content: texts.join('\n'), pictures };
}

/**
 * Starts an OpenAI-compatible server whose replies the test sets. As real ones do, it answers 400 to a message that it
 * cannot read.
 */
export async function startFakeLanguageModel(): Promise<FakeLanguageModel> {
  const state: Pick<FakeLanguageModel, 'calls' | 'replies' | 'abandoned'> = {
    calls: [],
    replies: [],
    abandoned: 0,
  };
  const server = await startServer((request, response, text) => {
    const call: ModelCall = {
      path: request.url,
      authorization: request.headers.authorization,
      body: JSON.parse(text),
    };
    state.calls.push(call);
    try {
      call.body.messages = call.body.messages.map(readMessage);
    } catch (error) {
      return sendJson(response, 400, { error: { message: `Invalid message: ${error}` } });
    }
    response.on('close', () => {
      if (!response.writableFinished) state.abandoned += 1;
    });
    const reply = state.replies[Math.min(state.calls.length, state.replies.length) - 1];
    if (reply) reply(response, call);
    else sendJson(response, 500, { error: { message: 'no reply prepared' } });
  });
  return Object.assign(state, server, {
    reset: (...replies: ModelReply[]) => Object.assign(state, { calls: [], replies, abandoned: 0 }),
  });
}

/** A well-formed completion saying `content`. */
export function completionReply(
  content: string | null,
  choice: object = {},
  message: object = {},
): ModelReply {
  return (response) =>
    sendJson(response, 200, {
      id: 'cmpl-1',
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', content, ...message }, finish_reason: 'stop', ...choice },
      ],
    });
}

/** An error status in the shape of OpenAI's. */
export function errorReply(status: number, message = 'refused'): ModelReply {
  return (response) => sendJson(response, status, { error: { message, type: 'error' } });
}

/** A reply that never comes. */
export const noReply: ModelReply = () => undefined;
