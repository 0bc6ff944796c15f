import { runPattern, type PatternSearch } from './pattern-run'

/** Told before the work begins, so that only the work itself is timed, and when it is done. */
export type PatternReply = 'begun' | 'done'

const reply = (message: PatternReply) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<PatternSearch>) => {
  reply('begun')
  runPattern(data)
  reply('done')
})
