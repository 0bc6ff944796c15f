import { GalleyError } from '../../src/common/errors'

/** Who writes in a bench. */
export const writer = { email: 'bench@localhost', name: 'Bench' }

const sentence = 'The boat leaves at ten past six, and the bread is carried up first. '

/** A page of exactly so many bytes, another one for each number. */
export function pageOf(bytes: number, number: number): Uint8Array {
  const before = `<body><header></header><main><div><h1>Page ${String(number).padStart(7, '0')}</h1><p>`
  const after = '</p></div></main><footer></footer></body>'
  const filling = bytes - before.length - after.length
  return new TextEncoder().encode(
    before + sentence.repeat(Math.ceil(filling / sentence.length)).slice(0, filling) + after
  )
}

/** The answer's bytes; anything but success ends the bench. */
export async function bodyOf(answer: Response): Promise<Uint8Array> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (!answer.ok) throw new GalleyError('internal', `${answer.status}: ${new TextDecoder().decode(bytes)}`)
  return bytes
}

/** Runs the work for 0 … count - 1, so many at a time. */
export async function inParallel(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>
): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next
      next += 1
      await work(index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
