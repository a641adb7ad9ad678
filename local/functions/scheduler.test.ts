import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startScheduler } from './scheduler.ts';

let server: Server;
let calls: { url: string | undefined; secret: unknown }[];
let reports: string[];
let status: number;
/** Promise that the fake function's answers wait for. */
let gate: Promise<void>;

beforeEach(async () => {
  calls = [];
  reports = [];
  status = 200;
  gate = Promise.resolve();
  server = createServer(async (request, response) => {
    calls.push({ url: request.url, secret: request.headers['x-dispatch-secret'] });
    await gate;
    response.writeHead(status).end('{"error":"panne"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const start = (lastWrite = Date.now) =>
  startScheduler({
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: 'mot',
    report: (message: string) => reports.push(message),
    period: 1,
    lastWrite,
  });

it('calls again and again with the secret, until it is closed', async () => {
  const scheduler = await start();
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(3));
  expect(calls[0]).toEqual({ url: '/functions/v1/dispatch-emails', secret: 'mot' });
  await scheduler.close();
  const { length } = calls;
  await new Promise(setImmediate);
  expect(calls).toHaveLength(length);
  expect(reports).toEqual([]);
});

it('rests while nobody writes, and calls again soon after somebody did', async () => {
  let written = 0;
  const scheduler = await start(() => written);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(calls).toHaveLength(1);
  written = Date.now();
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(2));
  await scheduler.close();
});

it('waits for the call under way before it is closed', async () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const scheduler = await start();
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  let isClosed = false;
  const closing = scheduler.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  open();
  await closing;
  expect(calls).toHaveLength(1);
});

it('reports a failure once, and again after a success', async () => {
  status = 503;
  const scheduler = await start();
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(3));
  expect(reports).toEqual(['Les courriels en attente ne partent pas : 503 {"error":"panne"}']);
  status = 200;
  const { length } = calls;
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(length + 1));
  status = 500;
  await vi.waitFor(() => expect(reports).toHaveLength(2));
  await scheduler.close();
});
