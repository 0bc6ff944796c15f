import { describe, expect, it } from 'vitest'
import { valueAt } from '../../../../src/common/json/pointer'
import { memberOf } from '../../../../src/common/rooms/overlay/cells'
import { keptValue, setBelow } from '../../../../src/common/rooms/overlay/form-values'
import { random } from '../flat/deeds'
import { FormPerson, stored } from './form-people'
import { allMeet, meet } from './people'

/** `GALLEY_OVERLAY_RUNS=5000 GALLEY_SEED=7` tries more, and others; what fails names its seed. */
const RUNS = Number(process.env['GALLEY_OVERLAY_RUNS'] ?? 60)
const first = Number(process.env['GALLEY_SEED'] ?? 1)
const seed = { name: 'a', notes: 'The quick brown fox.' }
const source = stored(seed)

/** How a window of before there were letters writes: in the document, or as somebody who saves the file. */
type Way = 'in the document' | 'as a whole'

const textOf = ({ data }: FormPerson): string => {
  const text = valueAt(data, '/notes')
  return typeof text === 'string' ? text : ''
}

/** What such a window shows of a long text: what was set last as a whole. */
function shownEarlier({ shared }: FormPerson): string {
  const text = memberOf(setBelow(shared.overlay.root).get('.notes')?.last.value, 'v')
  return typeof text === 'string' ? text : seed.notes
}

/** Three write letters of which each is there once, and one with such a window does. @returns letters that are not there once */
function story(number: number, way: Way): readonly string[] {
  const chance = random(number)
  const below = (count: number) => Math.floor(chance() * count)
  const newer = [1, 2, 3].map((at) => new FormPerson(source, at * 7919))
  const earlier = new FormPerson(source, 55)
  const put: string[] = []
  const into = (text: string) => {
    const letter = String.fromCodePoint(0xac00 + put.length)
    put.push(letter)
    const at = below(text.length + 1)
    return text.slice(0, at) + letter + text.slice(at)
  }
  for (let step = 0; step < 40; step += 1) {
    const one = newer[below(newer.length)]
    const other = newer[below(newer.length)]
    if (!one || !other) continue
    const kind = chance()
    if (kind < 0.6) {
      one.shared.overlay.separate()
      one.set('/notes', into(textOf(one)))
    } else if (kind < 0.7) {
      if (way === 'in the document') {
        meet(earlier, one)
        const text = into(shownEarlier(earlier))
        const { overlay } = earlier.shared
        overlay.edit((write) => write('=', `.notes~${overlay.own}`, keptValue(text)))
        meet(earlier, one)
      } else {
        // the file is of some time ago when it is saved
        const base = other.shared.source()
        const written = stored({ ...seed, notes: into(textOf(other)) })
        meet(one, other)
        expect(one.shared.carry(base, written), `seed ${number}`).toBe(true)
      }
    } else if (one !== other) meet(one, other)
  }
  allMeet([...newer, earlier])
  const [one] = newer
  if (!one) throw new Error('nobody')
  for (const each of newer) expect(textOf(each), `seed ${number}`).toBe(textOf(one))
  return put.filter((letter) => textOf(one).split(letter).length !== 2)
}

const runs = Array.from({ length: RUNS }, (_, at) => first + at)

describe('a window that knows nothing of letters, beside others that do', () => {
  it('RT1 RT7 saves the form as a whole, and no letter of anybody is lost or doubled', () => {
    for (const number of runs) expect(story(number, 'as a whole'), `seed ${number}`).toEqual([])
  })

  it('the same is not so where it is let into the document', () => {
    const lost = runs.filter((number) => story(number, 'in the document').length > 0)
    expect(lost.length).toBeGreaterThan(RUNS / 4)
  })
})
