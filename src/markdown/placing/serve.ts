import type { MessagePort } from 'node:worker_threads';
import type { DocumentNode } from '../document.ts';
import { answer, PlacesHere, type Question } from './places.ts';

/** What a worker that finds places is told: a page, node by node, then questions about it, and that it is to be forgotten. */
export type Told = { page: number } & (
  { markdown: string } | { nodes: readonly DocumentNode[] } | { id: number; question: Question } | { isForgotten: true }
);

/** What it answers. */
export type Answer = { id: number } & ({ answer: unknown } | { error: string });

/** Finds places for whoever is at the other end. */
export function serve(port: MessagePort): void {
  const pages = new Map<number, { nodes: DocumentNode[]; stop: AbortController; places: PlacesHere }>();
  const reply = (answer: Answer) => port.postMessage(answer);
  port.on('message', (told: Told) => {
    const page = pages.get(told.page);
    if ('markdown' in told) {
      const [nodes, stop]: [DocumentNode[], AbortController] = [[], new AbortController()];
      const places = new PlacesHere({ nodes, markdown: told.markdown, signal: stop.signal });
      pages.set(told.page, { nodes, stop, places });
    } else if ('nodes' in told) {
      page?.nodes.push(...told.nodes);
    } else if ('isForgotten' in told) {
      page?.stop.abort();
      pages.delete(told.page);
    } else if (page) {
      answer(page.places, told.question).then(
        answer => reply({ id: told.id, answer }),
        (error: unknown) => reply({ id: told.id, error: String(error) }),
      );
    }
  });
}
