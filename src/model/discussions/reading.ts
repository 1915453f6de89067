/** Milliseconds after which what others may have said is asked for again, when somebody looks. */
const staleAfter = 60_000;
/** The same after a failure: one document that is opened makes several look at once. */
const failedAfter = 3000;

/** Something that is read again after a while, when somebody looks. Who asks while it is being read waits for the same. */
export class Reading {
  readonly #read: () => Promise<void>;
  #askedAt = -Infinity;
  #underWay: Promise<void> | undefined;
  /** Begins when that is done. */
  #next: Promise<void> | undefined;
  #isLoaded = false;
  #isFailed = false;

  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  /** Whether it was ever read. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Whether what was read last is all there is to know. */
  get isKnown(): boolean {
    return this.#isLoaded && !this.#isFailed && !this.#underWay && !this.#next;
  }

  /** Reads it as it is now: what is being read may have been asked for before something that the caller knows of. */
  again(): Promise<void> {
    if (!this.#underWay) return this.#begin();
    this.#next ??= this.settled().then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  /** Reads it unless that was just done. */
  look(): Promise<void> {
    const wait = this.#isFailed ? failedAfter : staleAfter;
    const isDue = Date.now() - this.#askedAt > wait;
    return this.#underWay ?? (isDue ? this.#begin() : Promise.resolve());
  }

  /** Reads it unless it is known. */
  demand(): Promise<void> {
    return this.isKnown ? Promise.resolve() : this.#begin();
  }

  /** Settles when it is not being read. */
  async settled(): Promise<void> {
    // Who asked for it hears of a failure.
    await Promise.allSettled([this.#underWay, this.#next]);
  }

  #begin(): Promise<void> {
    this.#askedAt = Date.now();
    this.#underWay ??= this.#run();
    return this.#underWay;
  }

  async #run(): Promise<void> {
    try {
      await this.#read();
      this.#isLoaded = true;
      this.#isFailed = false;
    } catch (error) {
      this.#isFailed = true;
      throw error;
    } finally {
      this.#underWay = undefined;
    }
  }
}
