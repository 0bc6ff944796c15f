import { openSharedEvents } from '../../../../common/api/client/shared-events'
import { openSharedLine } from '../../../../common/rooms/shared-line'
import type { FromTab, ToTab } from './messages'

/** A tab that takes nothing for so long is gone, or asleep: it comes again when it wakes. */
const LONGEST_MS = 60_000

const ask = (url: string, init: RequestInit) => fetch(url, init)
const events = openSharedEvents(ask)
const line = openSharedLine(ask)

/** One of the tabs that share what is opened here. */
function serve(port: MessagePort): void {
  const streams = new Map<number, ReadableStreamDefaultReader<Uint8Array>>()
  const waiting = new Map<number, ReturnType<typeof setTimeout>>()
  const say = (said: ToTab) => port.postMessage(said)

  async function answer({ id, url, method, headers, body: said }: Extract<FromTab, { readonly say: 'ask' }>) {
    const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) }
    const { answer } = /\/events(\?|$)/.test(url) ? events : line
    const found = await answer(url, said ? { ...init, body: said } : init)
    // browsers give an empty answer a body too
    const body = method === 'GET' && found.ok ? found.body : null
    if (body) streams.set(id, body.getReader())
    say({ say: 'answer', id, status: found.status, hasBody: body !== null })
  }

  async function more(id: number): Promise<void> {
    clearTimeout(waiting.get(id))
    const reader = streams.get(id)
    const piece = await reader?.read()
    if (!piece || piece.done) {
      streams.delete(id)
      waiting.delete(id)
      return say({ say: 'end', id })
    }
    waiting.set(
      id,
      setTimeout(() => stop(id), LONGEST_MS)
    )
    say({ say: 'piece', id, bytes: piece.value })
  }

  function stop(id: number): void {
    clearTimeout(waiting.get(id))
    waiting.delete(id)
    void streams
      .get(id)
      ?.cancel()
      .catch(() => undefined)
    streams.delete(id)
    say({ say: 'end', id })
  }

  function stopAll(): void {
    for (const id of [...streams.keys()]) stop(id)
  }

  port.addEventListener('message', ({ data }: MessageEvent<FromTab>) => {
    if (data.say === 'ask') answer(data).catch(() => say({ say: 'failed', id: data.id }))
    else if (data.say === 'more') more(data.id).catch(() => stop(data.id))
    else if (data.say === 'stop') stop(data.id)
    else stopAll()
  })
  // told by some browsers, also where a tab crashed
  port.addEventListener('close', stopAll)
  port.start()
}

addEventListener('connect', (event: Event) => {
  if (event instanceof MessageEvent) for (const port of event.ports) serve(port)
})
