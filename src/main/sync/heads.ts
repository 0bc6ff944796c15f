import type { IncomingHttpHeaders } from 'node:http'

/** The head of an answer, asked by names in any case. */
export class Heads {
  readonly #all: IncomingHttpHeaders

  constructor(all: IncomingHttpHeaders) {
    this.#all = all
  }

  get(name: string): string | null {
    const value = this.#all[name.toLowerCase()]
    return value === undefined ? null : String(value)
  }
}
