import { newToken } from '../../src/common/api/shapes'
import { startServer } from '../../src/main/server'
import { bodyOf, writer } from './documents'
import { withWorkspace } from './workspace'

/**
 * A fresh process that serves a workspace over HTTP and watches its event loop: told `begin`, it starts to; told `end`, it says how long
 * whoever asks at a moment chosen at random had to wait, and how much memory the process took at most.
 */
export interface Watched {
  /** Milliseconds. */
  readonly waits: {
    readonly median: number
    readonly p95: number
    readonly p99: number
    readonly most: number
  }
  readonly megabytes: number
}

await withWorkspace(process.argv[2] ?? '', async ({ service, ask }) => {
  const request = JSON.stringify({ kind: 'access', email: writer.email, groups: [] })
  const headers = { 'Content-Type': 'application/json' }
  const made = await bodyOf(await ask('/app/tokens', { method: 'POST', headers, body: request }))
  const { token } = newToken.parse(JSON.parse(new TextDecoder().decode(made)))
  const server = await startServer({ service, port: 0 })
  const watching: ReturnType<typeof watchLoop>[] = []
  process.on('message', (told) => {
    if (told === 'begin') watching.push(watchLoop())
    const ended = told === 'end' ? watching.pop()?.end() : undefined
    if (ended)
      process.send?.({
        waits: ended,
        megabytes: process.resourceUsage().maxRSS / 1024
      } satisfies Watched)
  })
  process.send?.({ port: server.port, token })
  await new Promise((resolve) => process.once('disconnect', resolve))
  for (const loop of watching) loop.end()
  await server.close()
})

/**
 * How long somebody who asks at a moment chosen at random waits for the loop, in milliseconds: a turn of two seconds counts as the two
 * seconds that it is, not as one turn among thousands.
 */
function watchLoop(): { end: () => Watched['waits'] } {
  const turns: number[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    turns.push(now - last)
    last = now
  }, 1)
  return {
    end: () => {
      clearInterval(timer)
      const all = turns.reduce((sum, turn) => sum + turn, 0)
      const longer = (wait: number) => turns.reduce((sum, turn) => sum + Math.max(0, turn - wait), 0) / all
      const quantile = (share: number) => {
        let [low, high] = [0, Math.max(...turns)]
        for (let step = 0; step < 40; step += 1) {
          const middle = (low + high) / 2
          if (longer(middle) > 1 - share) low = middle
          else high = middle
        }
        return high
      }
      return {
        median: quantile(0.5),
        p95: quantile(0.95),
        p99: quantile(0.99),
        most: Math.max(...turns)
      }
    }
  }
}
