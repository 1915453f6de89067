/**
 * The original forms of the links of a page, in order, by canonical target (`/pages/<ID>`). An empty form stands for
 * the default one.
 */
export type LinkForms = Readonly<Record<string, readonly string[]>>;

/** Collects the original forms of links while they are converted to canonical targets. */
export class WrittenForms {
  readonly #forms = new Map<string, string[]>();

  add(canonical: string, form: string): void {
    // Canonical page paths are accepted but never returned, so such a link gets the default form.
    const noted = form.startsWith('/pages/') ? '' : form;
    const forms = this.#forms.get(canonical);
    if (forms) forms.push(noted);
    else this.#forms.set(canonical, [noted]);
  }

  /** Returns the forms of targets with a link that differs from the default form, which `usual` returns. */
  formsToStore(usual: (canonical: string) => string | undefined): LinkForms | undefined {
    const unusual = [...this.#forms].filter(([canonical, forms]) => {
      const written = usual(canonical);
      return forms.some(form => form !== '' && form !== written);
    });
    return unusual.length === 0 ? undefined : Object.fromEntries(unusual);
  }
}

/** Returns a function that returns the original form of each next link to a target. */
export function formsInTurn(written: LinkForms | undefined): (canonical: string) => string | undefined {
  const forms = new Map(Object.entries(written ?? {}));
  const counts = new Map<string, number>();
  return canonical => {
    const index = counts.get(canonical) ?? 0;
    counts.set(canonical, index + 1);
    const writtenForms = forms.get(canonical);
    return writtenForms?.[index] ?? writtenForms?.at(-1);
  };
}
