import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { modals } from '@mantine/modals'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { isWithin, nameOf, parentOf, siteOf, type ContentPath } from '../../../../../common/content/paths'
import { sentenceOf } from '../../../api'
import { isComposing } from '../../../components/keys'
import { inlineMedia } from '../../../engines/preview/media-cache'
import { chooseFiles } from '../../../workbench/choose-files'
import { awaitField } from '../../../workbench/typing-ahead'
import { findPictures, picturesLike } from './site-pictures'
import { words } from './words'
import classes from './Pictures.module.css'

/** What is drawn at once: more than this nobody looks through. */
const MOST_SHOWN = 150

interface Question {
  readonly title: string
  readonly page: ContentPath
  /** The folder of the page's own pictures. */
  readonly own: ContentPath
  /** Whether several files of the computer can be taken. */
  readonly several: boolean
  readonly onChoose: (chosen: { readonly path: ContentPath } | { readonly files: readonly File[] }) => void
  /** It is closed, whatever was chosen. */
  readonly onClose: () => void
}

/** Asks for a picture of the site, or for files of this computer. */
export function askForPicture(question: Question): void {
  awaitField()
  const id = modals.open({
    title: question.title,
    size: 640,
    // who asked says where the keyboard goes
    returnFocus: false,
    onClose: question.onClose,
    children: (
      <PictureDialog
        {...question}
        onChoose={(chosen) => {
          modals.close(id)
          question.onChoose(chosen)
        }}
      />
    )
  })
}

type DialogProps = Pick<Question, 'page' | 'own' | 'several' | 'onChoose'>

export function PictureDialog({ page, own, several, onChoose }: DialogProps) {
  const { found, isDone, problem } = usePictures(page, own)
  const [typed, setTyped] = useState('')
  const like = picturesLike(found, typed)
  const list = useRef<HTMLUListElement>(null)
  const note =
    problem ??
    (!isDone
      ? words.looking
      : found.length === 0
        ? words.noneHere
        : like.length === 0
          ? words.noneFound
          : like.length > MOST_SHOWN
            ? words.notAll(MOST_SHOWN, like.length)
            : null)
  const tiles = () => [...(list.current?.querySelectorAll('button') ?? [])]
  const fromComputer = async () => {
    const files = await chooseFiles({ accept: 'image/*', several })
    if (files.length > 0) onChoose({ files })
  }
  return (
    <Stack gap={12}>
      <TextInput
        aria-label={words.search}
        placeholder={words.search}
        data-autofocus
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event) || event.key !== 'ArrowDown') return
          event.preventDefault()
          tiles()[0]?.focus()
        }}
      />
      <ul ref={list} className={classes.list} aria-label={words.list}>
        {like.slice(0, MOST_SHOWN).map((path) => (
          <li key={path}>
            <Tile
              path={path}
              page={page}
              own={own}
              onKeyDown={(event) => walk(event, tiles())}
              onChoose={() => onChoose({ path })}
            />
          </li>
        ))}
      </ul>
      {note !== null && (
        <p className={classes.note} role="status">
          {note}
        </p>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => void fromComputer()}>
          {words.fromComputer}
        </Button>
      </Group>
    </Stack>
  )
}

/** The arrows go to the tile beside, above or below. */
function walk(event: KeyboardEvent, tiles: readonly HTMLElement[]): void {
  const at = tiles.findIndex((tile) => tile === document.activeElement)
  const here = tiles[at]
  if (!here) return
  const columns = Math.max(1, tiles.filter(({ offsetTop }) => offsetTop === tiles[0]?.offsetTop).length)
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns
  }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  tiles[at + step]?.focus()
}

interface TileProps {
  readonly path: ContentPath
  readonly page: ContentPath
  readonly own: ContentPath
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onChoose: () => void
}

function Tile({ path, page, own, onKeyDown, onChoose }: TileProps) {
  const folder = isWithin(path, own) ? words.ofThisPage : parentOf(path).slice(siteOf(page).length) || '/'
  return (
    <button type="button" className={classes.tile} title={path} onClick={onChoose} onKeyDown={onKeyDown}>
      <Thumb path={path} />
      <span style={{ display: 'grid', minWidth: 0 }}>
        <span className={classes.name}>{nameOf(path)}</span>
        <span className={classes.folder}>{folder}</span>
      </span>
    </button>
  )
}

/** A small picture, read when it comes into sight. */
function Thumb({ path }: { readonly path: ContentPath }) {
  const box = useRef<HTMLSpanElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      const media = await inlineMedia(path)
      if (isWanted && media.kind === 'data') setUrl(media.url)
    }
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      void read()
    })
    if (box.current) watcher.observe(box.current)
    return () => {
      isWanted = false
      watcher.disconnect()
    }
  }, [path])
  return (
    <span ref={box} className={classes.thumb}>
      {url === null ? <IconPhoto size={20} aria-hidden="true" /> : <img src={url} alt="" />}
    </span>
  )
}

function usePictures(page: ContentPath, own: ContentPath) {
  const [found, setFound] = useState<readonly ContentPath[]>([])
  const [isDone, setDone] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    findPictures(page, own, stop.signal, (pictures) => setFound((before) => [...before, ...pictures])).then(
      () => !stop.signal.aborted && setDone(true),
      (error: unknown) => !stop.signal.aborted && setProblem(`${words.unreadable} ${sentenceOf(error)}`)
    )
    return () => stop.abort()
  }, [page, own])
  return { found, isDone, problem }
}
