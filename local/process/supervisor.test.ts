import { describe, expect, it } from 'vitest';
import { createSupervisor, StopRequested } from './supervisor.ts';
import { UserError } from './user-error.ts';

function watched() {
  const log: string[] = [];
  const said: string[] = [];
  let ended: (code: number) => void = () => undefined;
  const exit = new Promise<number>((resolve) => {
    ended = resolve;
  });
  const supervisor = createSupervisor(
    (line) => said.push(line),
    (code) => {
      log.push(`exit ${code}`);
      ended(code);
    },
  );
  const part = (name: string) => ({ close: async () => void log.push(`close ${name}`) });
  return { log, said, exit, supervisor, part };
}

describe('createSupervisor', () => {
  it('ends the parts in reverse order, once, however often it is asked', async () => {
    const { log, exit, supervisor, part } = watched();
    await supervisor.part("l'API", async () => part('api'));
    await supervisor.part('le site', async () => part('site'));
    void supervisor.stop(0);
    void supervisor.stop(1);
    expect(await exit).toBe(0);
    expect(log).toEqual(['close site', 'close api', 'exit 0']);
  });

  it('names a part that stops by itself and takes everything down with code 1', async () => {
    const { log, said, exit, supervisor, part } = watched();
    await supervisor.part("l'API", async () => part('api'));
    let crash: (error: Error) => void = () => undefined;
    await supervisor.part('les fonctions (Deno)', async (crashed) => {
      crash = crashed;
      return part('deno');
    });
    crash(new Error('le processus Deno s’est terminé'));
    crash(new Error('again'));
    expect(await exit).toBe(1);
    expect(log).toEqual(['close deno', 'close api', 'exit 1']);
    expect(said).toEqual([
      "Les fonctions (Deno) a cessé de fonctionner : le processus Deno s’est terminé. Arrêt de l'ensemble.",
    ]);
  });

  it('ends a part that was still starting when the stop came, and starts no other', async () => {
    const { log, exit, supervisor, part } = watched();
    let started: () => void = () => undefined;
    const slow = supervisor.part(
      "l'API",
      () => new Promise<ReturnType<typeof part>>((resolve) => (started = () => resolve(part('api')))),
    );
    void supervisor.stop(0);
    await expect(supervisor.part('le site', async () => part('site'))).rejects.toBeInstanceOf(StopRequested);
    started();
    await slow;
    expect(await exit).toBe(0);
    expect(log).toEqual(['close api', 'exit 0']);
  });

  it('says which part could not start, and keeps a message meant for the person as it is', async () => {
    const { supervisor } = watched();
    const failing = (error: Error) => supervisor.part('le site', () => Promise.reject(error));
    await expect(failing(new Error('boum'))).rejects.toThrow("Le site n'a pas pu démarrer : boum");
    await expect(failing(new UserError('Le port 1 est pris.'))).rejects.toThrow(/^Le port 1 est pris\.$/);
  });

  it('still ends the others when one part fails to end', async () => {
    const { log, exit, supervisor, part } = watched();
    await supervisor.part("l'API", async () => part('api'));
    await supervisor.part('le site', async () => ({ close: () => Promise.reject(new Error('coincé')) }));
    void supervisor.stop(0);
    expect(await exit).toBe(0);
    expect(log).toEqual(['close api', 'exit 0']);
  });
});
