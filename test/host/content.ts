import assert from 'node:assert/strict';
import type { App } from '../../src/app.ts';
import { createSpace } from '../../src/sandbox/operations/spaces/spaces.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import type { CollectionRow } from '../../src/sandbox/store/rows.ts';
import type { Commands } from '../../src/ui/command.ts';
import type { Node } from '../../src/ui/tree/node.ts';
import { type Answer, answerPrompts } from './answers.ts';
import { row } from './app.ts';
import type { PartsStage } from './stage.ts';

/**
 * Adds spaces with these titles to a collection, or at the top of the sample's first organization. Returns their IDs.
 */
export function addSpaces({ state }: RunningSandbox, parent: string | undefined, ...titles: string[]): string[] {
  const [user] = state.users.all();
  const caller = { state, user } as unknown as Parameters<typeof createSpace>[0];
  const made = titles.map(title => createSpace(caller, 'tidewell', { title, parent }).id);
  state.keepWrites();
  return made;
}

/** Adds a collection to another one, or at the top. Returns its ID. */
export function addCollection({ state }: RunningSandbox, title: string, parent?: string): string {
  const added: CollectionRow = { id: state.newId(), organization: 'tidewell', title, defaultLevel: 'inherit' };
  state.collections.put(parent === undefined ? added : { ...added, parent });
  state.keepWrites();
  return added.id;
}

/** Returns the reply of the service to a GET request. */
export async function fetchJson<T>({ url, token }: RunningSandbox, path: string): Promise<T> {
  const response = await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()) as T;
}

/** Returns the titles of the spaces of a collection, in the order of the service. */
export async function spacesIn(sandbox: RunningSandbox, collection: string): Promise<string[]> {
  const { items } = await fetchJson<{ items: { title: string }[] }>(sandbox, `/collections/${collection}/spaces`);
  return items.map(({ title }) => title);
}

/** Returns the titles of the collections in another one, or at the top, in the order of the service. */
export async function collectionsIn(sandbox: RunningSandbox, collection?: string): Promise<string[]> {
  type Items = { items: { title: string; parent?: string }[] };
  const { items } = await fetchJson<Items>(sandbox, '/orgs/tidewell/collections');
  return items.filter(({ parent }) => parent === collection).map(({ title }) => title);
}

/** Runs commands on the models behind the views, and records messages and errors. */
export class Doing {
  readonly #on: PartsStage;

  constructor(on: PartsStage) {
    this.#on = on;
  }

  get app(): App {
    return this.#on.app as unknown as App;
  }

  /** Returns the row at the end of a path of labels below the sample's first organization. */
  async row(...path: string[]): Promise<Node> {
    return (await row(this.#on.app.tree, 'Tidewell', ...path)) ?? assert.fail('There is no such row.');
  }

  async say(replies: Answer[], run: () => unknown, button?: string): Promise<string[]> {
    const answers = answerPrompts(...replies);
    if (button) answers.press(button);
    try {
      await run();
    } catch (error) {
      this.#on.app.failures.show('do that', error);
    } finally {
      answers.restore();
    }
    return answers.transcript;
  }

  /** Runs a command on rows. The last one is the row on which it is called. Returns the transcript. */
  run(commands: Commands<App>, id: string, replies: Answer[], ...rows: Node[]): Promise<string[]> {
    const command = commands[`marginalia.${id}`] ?? assert.fail(`There is no ${id}.`);
    const selected = rows.length > 1 ? rows : undefined;
    return this.say(replies, () => command.run(this.app, rows.at(-1), selected));
  }
}
