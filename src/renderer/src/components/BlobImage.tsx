import { useCallback } from 'react'

interface BlobImageProps {
  readonly bytes: Uint8Array
  readonly type: string
  readonly alt: string
}

/** A picture from bytes in memory; its address is given back when it is no longer shown. */
export function BlobImage({ bytes, type, alt }: BlobImageProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type }))
      return () => URL.revokeObjectURL(image.src)
    },
    [bytes, type]
  )
  return <img ref={show} alt={alt} />
}
