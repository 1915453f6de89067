import type { App } from '../../app.ts';
import { ConversationContext } from '../../model/discussions/conversationContext.ts';
import { askNewPlace } from './newPlace.ts';

/** Returns the context of conversations that the editor and the review page share. */
export function conversationContextOf({ singletons }: Pick<App, 'singletons'>): ConversationContext {
  return singletons.get(createContext);
}

function createContext(app: App): ConversationContext {
  return new ConversationContext(app, askNewPlace);
}
