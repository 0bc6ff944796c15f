import { Node } from 'prosemirror-model'
import { mendOf } from '../../../../../common/formats/page/mend'
import { pageSchema } from '../../../../../common/formats/page/schema'

self.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
  self.postMessage(mendOf(Node.fromJSON(pageSchema, data)))
)
