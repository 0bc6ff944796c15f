import { createHash } from 'node:crypto'

/**
 * A spelling dictionary as Chromium reads it: the words as a tree of letters, without affixes. At most 15 different letters may
 * follow one beginning.
 */
export function dictionaryOf(words: readonly string[]): Buffer {
  const affixes = affixPart()
  const tree = branch([...new Set(words)].sort().map((word) => Buffer.from(word)))
  const body = Buffer.concat([affixes, tree])
  const head = Buffer.alloc(32)
  head.write('BDic', 'latin1')
  head.writeUInt16LE(2, 4)
  head.writeUInt32LE(head.length, 8)
  head.writeUInt32LE(head.length + affixes.length, 12)
  createHash('md5').update(body).digest().copy(head, 16)
  return Buffer.concat([head, body])
}

const NUL = Buffer.from([0])
const text = (value: string) => Buffer.concat([Buffer.from(value), NUL])

/** No groups, rules or replacements; which letters to try for a suggestion. */
function affixPart(): Buffer {
  const comment = Buffer.from('\n\n')
  const parts = [
    Buffer.concat([text('AF 0'), NUL]),
    NUL,
    NUL,
    Buffer.concat([text('TRY esianrtolcdugmphbyfvkwz'), NUL])
  ]
  const places = Buffer.alloc(16)
  let place = places.length + comment.length
  parts.forEach((part, index) => {
    places.writeUInt32LE(place, 4 * index)
    place += part.length
  })
  return Buffer.concat([places, comment, ...parts])
}

/** What follows one beginning: the rest of the one word, or a list of next letters with where they go on. */
function branch(rests: readonly Buffer[]): Buffer {
  const [only] = rests
  if (rests.length === 1 && only)
    return only.length === 0 ? Buffer.alloc(2) : Buffer.concat([Buffer.from([0x40, 0]), only, NUL])
  const byLetter = new Map<number, Buffer[]>()
  for (const rest of rests) {
    const letter = rest[0] ?? 0
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), rest.subarray(1)])
  }
  if (byLetter.size > 15)
    throw new Error('Too many letters follow one beginning in the dictionary of the test.')
  const list = Buffer.alloc(1 + 3 * byLetter.size)
  list[0] = 0xf0 | byLetter.size
  const branches = [...byLetter].map(([letter, next]) => ({ letter, bytes: branch(next) }))
  let place = 0
  branches.forEach(({ letter, bytes }, index) => {
    list[1 + 3 * index] = letter
    list.writeUInt16LE(place, 2 + 3 * index)
    place += bytes.length
  })
  return Buffer.concat([list, ...branches.map(({ bytes }) => bytes)])
}
