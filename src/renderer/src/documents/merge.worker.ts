import { merged, type MergeAsk } from './merge-work'

self.onmessage = ({ data }: MessageEvent<MergeAsk>) => self.postMessage(merged(data))
