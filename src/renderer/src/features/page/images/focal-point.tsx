import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { Focal } from '../../../../../common/formats/page/schema'
import { frameMedia } from '../../../engines/preview/frame-media'
import { words } from './words'
import classes from './Pictures.module.css'

interface Question {
  readonly url: string
  readonly page: ContentPath
  readonly focal: Focal | null
  /** Null: the middle, as without one. */
  readonly onChoose: (focal: Focal | null) => void
  readonly onClose: () => void
}

/** Asks for the place of a picture that stays in sight where it is cut to a shape. */
export function askForFocal({ onChoose, onClose, ...rest }: Question): void {
  const id = modals.open({
    title: words.focalTitle,
    size: 560,
    // who asked says where the keyboard goes
    returnFocus: false,
    onClose,
    children: (
      <FocalForm
        {...rest}
        onDone={(focal) => {
          modals.close(id)
          if (focal !== undefined) onChoose(focal)
        }}
      />
    )
  })
}

interface FocalFormProps extends Pick<Question, 'url' | 'page' | 'focal'> {
  /** Undefined: it stays as it is. */
  readonly onDone: (focal: Focal | null | undefined) => void
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1]
}

export function FocalForm({ url, page, focal, onDone }: FocalFormProps) {
  const [point, setPoint] = useState(focal ?? { x: 50, y: 50 })
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    void frameMedia(url, page).then((media) => {
      if (isWanted && media.kind === 'data') setShown(media.url)
    })
    return () => {
      isWanted = false
    }
  }, [url, page])
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && event.buttons === 0) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    setPoint({
      x: percent(((event.clientX - left) / width) * 100),
      y: percent(((event.clientY - top) / height) * 100)
    })
  }
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const far = event.shiftKey ? 10 : 1
    setPoint({ x: percent(point.x + step[0] * far), y: percent(point.y + step[1] * far) })
  }
  return (
    <Stack gap={12}>
      <Text size="sm">{words.focalHint}</Text>
      <div className={classes.stage} onPointerDown={follow} onPointerMove={follow}>
        {shown !== null && <img src={shown} alt="" draggable={false} />}
        <button
          type="button"
          data-autofocus
          className={classes.point}
          style={{ left: `${point.x}%`, top: `${point.y}%` }}
          aria-label={words.focalField(point.x, point.y)}
          onKeyDown={move}
        />
      </div>
      <Group justify="flex-end" gap={8}>
        {focal !== null && (
          <Button variant="subtle" onClick={() => onDone(null)}>
            {words.focalNone}
          </Button>
        )}
        <Button variant="default" onClick={() => onDone(undefined)}>
          {words.cancel}
        </Button>
        <Button onClick={() => onDone(point)}>{words.focalSet}</Button>
      </Group>
    </Stack>
  )
}

/** Whole per cents, within the picture. */
const percent = (value: number): number => Math.min(100, Math.max(0, Math.round(value)))
