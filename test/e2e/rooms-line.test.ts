import { describe, expect, it } from 'vitest'
import { FrameReader, frameOf, frames } from '../../src/common/rooms/frames'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { prepareSite } from './support/screen'

const desk = openDesk()
const path = '/harbour/web/tides.html'

describe.skipIf(without.electron)('the line of a window', () => {
  it('RT1 RT9 a window of the app joins a document on a line, with the documents in the built thread', async () => {
    const app = await desk.launchBlank()
    await prepareSite(app.page, { [path]: '<main><div><p>High water at noon.</p></div></main>' })
    const join = frameOf({ say: 'join', room: 3, path, session: 'window', back: null })
    const heard = await app.page.evaluate(
      async (join) => {
        const response = await fetch('/rooms/line')
        const reader = response.body?.getReader()
        const pieces: number[][] = []
        const next = async () => {
          const { value } = (await reader?.read()) ?? {}
          if (value) pieces.push([...value])
        }
        await next()
        const name = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(
          String.fromCharCode(...(pieces[0] ?? []))
        )
        const body = new Uint8Array(join)
        const sent = await fetch(`/rooms/line/${name?.[0] ?? ''}?n=0`, { method: 'POST', body })
        await next()
        await reader?.cancel()
        return { status: sent.status, pieces }
      },
      [...join]
    )
    expect(heard.status).toBe(204)
    const reader = new FrameReader(frames.toWindow)
    const said = heard.pieces.flatMap((piece) => reader.read(Uint8Array.from(piece)))
    expect(said).toMatchObject([{ say: 'line' }, { say: 'joined', room: 3, kind: 'page', mayWrite: true }])
    expect(await stored(app.page, path)).toContain('High water at noon.')
  })
})
