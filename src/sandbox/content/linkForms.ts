/** How the links of a page were written, by what they lead to (`/pages/<ID>`), in their order; empty: as usual. */
export type LinkForms = Readonly<Record<string, readonly string[]>>;

/** Notes how links are written while they become canonical. */
export class WrittenForms {
  readonly #forms = new Map<string, string[]>();

  add(canonical: string, form: string): void {
    // A path of a page is taken, and never given: such a link is written anew.
    const noted = form.startsWith('/pages/') ? '' : form;
    const forms = this.#forms.get(canonical);
    if (forms) forms.push(noted);
    else this.#forms.set(canonical, [noted]);
  }

  /** Returns the forms that differ from the usual one; `usual` gives how a link would be written anew. */
  formsToStore(usual: (canonical: string) => string | undefined): LinkForms | undefined {
    const odd = [...this.#forms].filter(([canonical, forms]) => {
      const written = usual(canonical);
      return forms.some(form => form !== '' && form !== written);
    });
    return odd.length === 0 ? undefined : Object.fromEntries(odd);
  }
}

/** Gives the forms again, link by link. */
export function formsInTurn(written: LinkForms | undefined): (canonical: string) => string | undefined {
  const forms = new Map(Object.entries(written ?? {}));
  const turns = new Map<string, number>();
  return canonical => {
    const turn = turns.get(canonical) ?? 0;
    turns.set(canonical, turn + 1);
    const writtenForms = forms.get(canonical);
    return writtenForms?.[turn] ?? writtenForms?.at(-1);
  };
}
