import { shrink, type Shrinking } from './shrunk'

self.addEventListener(
  'message',
  ({ data }: MessageEvent<Shrinking>) => void shrink(data).then((blob) => self.postMessage(blob))
)
