import { kindOf, mediaTypeOf } from '../../../../common/content/media-types'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { sizeOf } from '../../../../common/content/size'
import { BlobImage } from '../media/BlobImage'
import classes from './CompareView.module.css'

interface BinaryCompareProps {
  readonly path: ContentPath
  readonly before: Uint8Array
  readonly after: Uint8Array
}

/** Contents that are no text: pictures beside each other, else the facts. */
export function BinaryCompare({ path, before, after }: BinaryCompareProps) {
  return (
    <div className={classes.binary}>
      <Side title="Before" path={path} bytes={before} />
      <Side title="After" path={path} bytes={after} />
    </div>
  )
}

function Side({
  title,
  path,
  bytes
}: {
  readonly title: string
  readonly path: ContentPath
  readonly bytes: Uint8Array
}) {
  const { ext } = splitName(nameOf(path))
  return (
    <figure className={classes.side}>
      {kindOf(ext) === 'image' && (
        <BlobImage bytes={bytes} type={mediaTypeOf(ext)} alt={`${nameOf(path)}, ${title.toLowerCase()}`} />
      )}
      <figcaption>
        <b>{title}</b> · {sizeOf(bytes.length)} · {kindOf(ext) === 'image' ? mediaTypeOf(ext) : 'not text'}
      </figcaption>
    </figure>
  )
}
