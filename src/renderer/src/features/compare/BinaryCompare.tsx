import { kindOf, mediaTypeOf } from '../../../../common/formats/files'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { pictureExcess } from '../../../../common/content/picture-excess'
import { sizeOf } from '../../../../common/content/size'
import classes from './CompareView.module.css'
import { useCallback } from 'react'

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
  const type = mediaTypeOf(ext)
  const excess = kindOf(ext) === 'image' ? pictureExcess(bytes, type) : null
  return (
    <figure className={classes.side}>
      {kindOf(ext) === 'image' && excess === null && (
        <BlobImage bytes={bytes} type={type} alt={`${nameOf(path)}, ${title.toLowerCase()}`} />
      )}
      {excess !== null && <p>It is too large to be shown: it has {excess}.</p>}
      <figcaption>
        <b>{title}</b> · {sizeOf(bytes.length)} · {kindOf(ext) === 'image' ? type : 'not text'}
      </figcaption>
    </figure>
  )
}

interface BlobImageProps {
  readonly bytes: Uint8Array
  readonly type: string
  readonly alt: string
}

/** A picture from bytes in memory; its address is given back when it is no longer shown. */
function BlobImage({ bytes, type, alt }: BlobImageProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type }))
      return () => URL.revokeObjectURL(image.src)
    },
    [bytes, type]
  )
  return <img ref={show} alt={alt} />
}
