import type { Planned } from './upload-plan'
import { numberText, shortNumber } from '../../components/formats'

/** How far an upload is, by files and by bytes, whichever tells a person more. */
export class UploadCount {
  readonly #sent = new Map<Planned, number>()
  readonly #planned: readonly Planned[]
  readonly #notify: (bytes: number, words: string) => void
  readonly #total: number
  #files = 0
  #bytes = 0

  constructor(planned: readonly Planned[], notify: (bytes: number, words: string) => void) {
    this.#planned = planned
    this.#notify = notify
    this.#total = planned.reduce((sum, { from }) => sum + from.size, 0)
    this.#say()
  }

  /** So many bytes of this file have gone out. */
  sent(file: Planned, bytes: number): void {
    const now = Math.min(bytes, file.from.size)
    this.#bytes += now - (this.#sent.get(file) ?? 0)
    this.#sent.set(file, now)
    this.#say()
  }

  /** The file is there, or was given up. */
  finished(file: Planned): void {
    this.#files++
    this.sent(file, file.from.size)
  }

  #say(): void {
    const bytes = this.#bytes
    const count = this.#planned.length
    const files = `${numberText(this.#files)} of ${numberText(count)} files`
    const sizes = `${megabytes(bytes)} of ${megabytes(this.#total)} MB`
    const words = this.#total < 2_000_000 ? files : count === 1 ? sizes : `${files}, ${sizes}`
    this.#notify(bytes, words)
  }
}

function megabytes(bytes: number): string {
  const value = bytes / 1_000_000
  return value < 10 ? shortNumber(value) : numberText(Math.round(value))
}
