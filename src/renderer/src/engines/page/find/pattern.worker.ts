import { searched, type PatternAsk, type PatternReply } from './pattern-search'

const reply = (message: PatternReply) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<PatternAsk>) => {
  reply({ begun: true })
  reply({ found: searched(data) })
})
