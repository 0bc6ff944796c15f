import { expect, it } from 'vitest'
import { openEvents } from '../../../src/common/api/client/event-stream'
import { openSharedEvents } from '../../../src/common/api/client/shared-events'
import type { ServiceEvent } from '../../../src/common/api/events'
import { fetchEvents } from '../../../src/renderer/src/api/event-source'
import { until } from '../../support/workspace'

/** A service that says what it is told to, on each stream that is opened. */
function service() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const say = (event: Readonly<Record<string, unknown>> & { readonly type: string }) =>
    streams
      .at(-1)
      ?.enqueue(new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
  const { answer } = openSharedEvents(() =>
    Promise.resolve(
      new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => void streams.push(controller)
        })
      )
    )
  )
  return { streams, say, answer }
}

function tab(answer: ReturnType<typeof openSharedEvents>['answer']) {
  const heard: ServiceEvent[] = []
  const close = openEvents(
    () => fetchEvents('http://service/events', answer),
    (event) => heard.push(event),
    () => undefined
  )
  return { heard, close }
}

it('X8 tabs of one browser have one event stream: each hears hello and all that comes, and a late one misses nothing', async () => {
  const { streams, say, answer } = service()
  const [one, two] = [tab(answer), tab(answer)]
  await until(() => streams.length > 0)
  say({ type: 'hello', run: 'first', seq: 7 })
  await until(() => one.heard.length === 1 && two.heard.length === 1)
  say({ type: 'health', seq: 8 })
  await until(() => one.heard.length === 2 && two.heard.length === 2)
  const late = tab(answer)
  await until(() => late.heard.length === 1)
  expect(late.heard).toEqual([{ type: 'hello', run: 'first', seq: 8 }])
  say({ type: 'health', seq: 9 })
  await until(() => [one, two, late].every(({ heard }) => heard.at(-1)?.seq === 9))
  expect(streams).toHaveLength(1)

  streams[0]?.close()
  await until(() => streams.length === 2)
  say({ type: 'hello', run: 'second', seq: 0 })
  await until(() => [one, two, late].every(({ heard }) => heard.at(-1)?.type === 'hello'))
  expect(streams).toHaveLength(2)
  for (const { close } of [one, two, late]) close()
  await until(() => streams[1]?.desiredSize === null || isCancelled(streams[1]))
})

/** Nothing more can be said on it. */
function isCancelled(stream: ReadableStreamDefaultController<Uint8Array> | undefined): boolean {
  try {
    stream?.enqueue(new Uint8Array(1))
    return false
  } catch {
    return true
  }
}
