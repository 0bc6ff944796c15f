import { SegmentedControl } from '@mantine/core'
import { IconMinus, IconPhotoOff, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { MOST_DRAWING_BYTES } from '../../../../common/content/drawing-cost'
import { mediaTypeOf } from '../../../../common/formats/files'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { isDrawing, pictureExcess } from '../../../../common/content/picture-excess'
import { SIZE_WITHIN } from '../../../../common/content/picture-size'
import { IconButton } from '../../workbench/IconButton'
import { State } from '../../components/State'
import classes from './MediaView.module.css'

const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8]

interface ImageViewProps {
  readonly url: string
  readonly path: ContentPath
  readonly onDimensions: (words: string) => void
}

/** A picture: fitted, at its own size, or zoomed, over a checkerboard that shows what is transparent. */
export function ImageView({ url, path, onDimensions }: ImageViewProps) {
  const name = nameOf(path)
  const [zoom, setZoom] = useState<number | 'fit'>('fit')
  const [natural, setNatural] = useState({ width: 0, height: 0 })
  const [broken, setBroken] = useState(false)
  const excess = useExcess(url, mediaTypeOf(splitName(name).ext))
  const now = zoom === 'fit' ? 1 : zoom
  const step = (by: 1 | -1) => {
    const next = by > 0 ? STEPS.find((one) => one > now) : STEPS.filter((one) => one < now).at(-1)
    setZoom(next ?? now)
  }
  if (broken) {
    return (
      <State icon={<IconPhotoOff size={20} />} title={`${name} cannot be shown`}>
        The file is no picture of its kind, or is damaged. Download it to look at it elsewhere.
      </State>
    )
  }
  if (excess === undefined) return <div aria-busy="true" />
  if (excess !== null) {
    return (
      <State icon={<IconPhotoOff size={20} />} title={`${name} is too large to be shown`}>
        It has {excess}. Download it to look at it elsewhere.
      </State>
    )
  }
  return (
    <div className={classes.picture}>
      <div className={classes.stage} data-fit={zoom === 'fit' || undefined}>
        <img
          src={url}
          alt={name}
          style={
            zoom === 'fit' ? undefined : { width: natural.width * zoom, maxWidth: 'none', maxHeight: 'none' }
          }
          onError={() => setBroken(true)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setNatural({ width: width || 300, height })
            onDimensions(`${width} × ${height} px`)
          }}
        />
      </div>
      <div className={classes.zoom} role="toolbar" aria-label="Zoom">
        <IconButton label="Smaller" onClick={() => step(-1)}>
          <IconMinus size={16} />
        </IconButton>
        <SegmentedControl
          size="xs"
          aria-label="Size"
          data={[
            { value: 'fit', label: 'Fit' },
            { value: 'own', label: zoom === 'fit' ? '100 %' : `${Math.round(zoom * 100)} %` }
          ]}
          value={zoom === 'fit' ? 'fit' : 'own'}
          onChange={(value) => setZoom(value === 'fit' ? 'fit' : 1)}
        />
        <IconButton label="Larger" onClick={() => step(1)}>
          <IconPlus size={16} />
        </IconButton>
      </div>
    </div>
  )
}

/**
 * Whether the picture can be drawn, from its first bytes, of a drawing from all: null when it can, else why
 * not; undefined until it is known.
 */
function useExcess(url: string, type: string): string | null | undefined {
  const [known, setKnown] = useState<{ readonly url: string; readonly excess: string | null } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const notify = (excess: string | null) => stop.signal.aborted || setKnown({ url, excess })
    // one more, so that a longer drawing shows
    const last = isDrawing(type) ? MOST_DRAWING_BYTES : SIZE_WITHIN - 1
    fetch(url, { headers: { Range: `bytes=0-${last}` }, signal: stop.signal })
      .then(async (answer) => notify(pictureExcess(new Uint8Array(await answer.arrayBuffer()), type)))
      // the picture itself says that it cannot be read
      .catch(() => notify(null))
    return () => stop.abort()
  }, [url, type])
  return known?.url === url ? known.excess : undefined
}
