import type { Row } from '../row'
import { NotHere } from '../row'

export const start: Row = {
  name: 'start',
  title: 'app start, warm',
  run: () => Promise.reject(new NotHere('not yet'))
}
