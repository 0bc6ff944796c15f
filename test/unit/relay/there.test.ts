import { expect, it } from 'vitest'
import { RoomsLine } from '../../../src/common/rooms/window/rooms-line'
import { There } from '../../../src/main/relay/there'

it('RT13 a server that answers again, where nothing may be written any more, is not said to be away', () => {
  const cuts: boolean[] = []
  const line = new RoomsLine(() => new Promise(() => undefined))
  const heard = () => void cuts.push(there.isCut)
  const there = new There(
    line,
    { path: '/acme/site/harbour.html', session: 'relay-one', written: null },
    { changed: heard, readOnly: heard, wrote: heard, anew: heard, over: heard, people: () => undefined }
  )
  there.away()
  there.rights(false)
  expect(cuts).toEqual([true, false])
  there.end()
})
