import { sizeOf } from '../../../../../common/content/size'
import { count } from '../words'

interface Counted {
  readonly files: number
  readonly bytes: number | null
}

/** “12 files, 3.4 MB” */
export const countAndSize = ({ files, bytes }: Counted): string =>
  bytes === null ? count(files, 'file') : `${count(files, 'file')}, ${sizeOf(bytes)}`
