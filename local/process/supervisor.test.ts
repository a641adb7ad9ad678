import { describe, expect, it } from 'vitest';
import { createSupervisor, StopRequested } from './supervisor.ts';
import { UserError } from './user-error.ts';

function startWatched() {
  const log: string[] = [];
  const printed: string[] = [];
  let ended: (code: number) => void = () => undefined;
  const exit = new Promise<number>((resolve) => {
    ended = resolve;
  });
  const supervisor = createSupervisor(
    (line) => printed.push(line),
    (code) => {
      log.push(`exit ${code}`);
      ended(code);
    },
  );
  const component = (name: string) => ({ close: async () => void log.push(`close ${name}`) });
  return { log, printed, exit, supervisor, component };
}

describe('createSupervisor', () => {
  it('closes the components in reverse order, once, however often it is asked', async () => {
    const { log, exit, supervisor, component } = startWatched();
    await supervisor.startComponent("l'API", async () => component('api'));
    await supervisor.startComponent('le site', async () => component('site'));
    void supervisor.stop(0);
    void supervisor.stop(1);
    expect(await exit).toBe(0);
    expect(log).toEqual(['close site', 'close api', 'exit 0']);
  });

  it('names a component that ends by itself and stops all with exit code 1', async () => {
    const { log, printed, exit, supervisor, component } = startWatched();
    await supervisor.startComponent("l'API", async () => component('api'));
    let crash: (error: Error) => void = () => undefined;
    await supervisor.startComponent('les fonctions (Deno)', async (crashed) => {
      crash = crashed;
      return component('deno');
    });
    crash(new Error('le processus Deno s’est terminé'));
    crash(new Error('again'));
    expect(await exit).toBe(1);
    expect(log).toEqual(['close deno', 'close api', 'exit 1']);
    expect(printed).toEqual([
      "Les fonctions (Deno) a cessé de fonctionner : le processus Deno s’est terminé. Arrêt de l'ensemble.",
    ]);
  });

  it('closes a component that was still starting when the stop was requested, and starts no other', async () => {
    const { log, exit, supervisor, component } = startWatched();
    let started: () => void = () => undefined;
    const slow = supervisor.startComponent(
      "l'API",
      () =>
        new Promise<ReturnType<typeof component>>((resolve) => (started = () => resolve(component('api')))),
    );
    void supervisor.stop(0);
    await expect(supervisor.startComponent('le site', async () => component('site'))).rejects.toBeInstanceOf(
      StopRequested,
    );
    started();
    await slow;
    expect(await exit).toBe(0);
    expect(log).toEqual(['close api', 'exit 0']);
  });

  it('says which component could not start, and shows a UserError as it is', async () => {
    const { supervisor } = startWatched();
    const failing = (error: Error) => supervisor.startComponent('le site', () => Promise.reject(error));
    await expect(failing(new Error('boum'))).rejects.toThrow("Le site n'a pas pu démarrer : boum");
    await expect(failing(new UserError('Le port 1 est pris.'))).rejects.toThrow(/^Le port 1 est pris\.$/);
  });

  it('closes the others when one fails to close', async () => {
    const { log, exit, supervisor, component } = startWatched();
    await supervisor.startComponent("l'API", async () => component('api'));
    await supervisor.startComponent('le site', async () => ({
      close: () => Promise.reject(new Error('coincé')),
    }));
    void supervisor.stop(0);
    expect(await exit).toBe(0);
    expect(log).toEqual(['close api', 'exit 0']);
  });
});
