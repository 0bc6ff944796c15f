import { Button, Group, Loader } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import {
  contentPath,
  isHidden,
  isWithin,
  nameOf,
  parentOf,
  segmentsOf,
  type ContentPath
} from '../../../../common/content/paths'
import { sideBySide } from '../../../../common/side-by-side'
import { api, sentenceOf } from '../../api'
import { isComposing, isEnter } from '../../components/keys'
import { moveInto } from './actions'
import classes from './dialogs.module.css'

interface Place {
  readonly path: ContentPath
  readonly depth: number
}

/** Chooses the folder that things move to, in any site of their organization. */
export function MoveDialog({
  paths,
  onDone
}: {
  readonly paths: readonly ContentPath[]
  readonly onDone: () => void
}) {
  const first = paths[0]
  const [places, setPlaces] = useState<readonly Place[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ContentPath | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const org = first ? `/${segmentsOf(first)[0] ?? ''}` : '/'

  useEffect(() => {
    let current = true
    foldersOf(contentPath(org)).then(
      (found) => current && setPlaces(found),
      (error: unknown) => current && setProblem(sentenceOf(error))
    )
    return () => {
      current = false
    }
  }, [org])

  const why = (place: ContentPath): string | null => {
    const inside = paths.find((path) => isWithin(place, path))
    if (inside) return `“${nameOf(inside)}” cannot go into itself`
    return paths.every((path) => parentOf(path) === place) ? 'it is here already' : null
  }
  const move = async () => {
    if (!chosen || why(chosen)) return
    onDone()
    await moveInto(paths, chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = isComposing(event) ? undefined : { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (isEnter(event)) void move()
    if (by === undefined || !places) return
    event.preventDefault()
    const at = places.findIndex((place) => place.path === chosen)
    const next = places[Math.min(places.length - 1, Math.max(0, at + by))]
    if (!next) return
    setChosen(next.path)
    list.current
      ?.querySelector(`[data-place="${CSS.escape(next.path)}"]`)
      ?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className={classes.dialog}>
      <div
        ref={list}
        className={classes.folders}
        role="listbox"
        aria-label="Folder to move to"
        aria-activedescendant={chosen ? `place:${chosen}` : undefined}
        tabIndex={0}
        data-autofocus
        onKeyDown={onKeyDown}
      >
        {!places && !problem && <Loader size={16} m={8} aria-label="Loading folders" />}
        {problem && <p role="alert">{problem}</p>}
        {places?.map(({ path, depth }) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are handled by the list
          <div
            key={path}
            id={`place:${path}`}
            data-place={path}
            role="option"
            aria-selected={chosen === path}
            aria-disabled={why(path) !== null}
            className={classes.folder}
            style={{ paddingLeft: 8 + depth * 16 }}
            onClick={() => setChosen(path)}
            onDoubleClick={() => void move()}
          >
            <IconFolder size={16} stroke={1.5} aria-hidden="true" />
            {nameOf(path)}
          </div>
        ))}
      </div>
      <div className={classes.note} role="status">
        {chosen ? (why(chosen) ?? `To ${chosen}`) : 'Choose a folder.'}
      </div>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button disabled={!chosen || why(chosen) !== null} onClick={() => void move()}>
          Move here
        </Button>
      </Group>
    </div>
  )
}

/** Lists that are asked for at the same time. */
const AT_ONCE = 8

/** All sites of the organization and the folders in them, from top to bottom. */
async function foldersOf(org: ContentPath): Promise<Place[]> {
  const inside = new Map<ContentPath, ContentPath[]>()
  for (let level = [org]; level.length > 0; level = level.flatMap((folder) => inside.get(folder) ?? []))
    await sideBySide(level, AT_ONCE, async (folder) => {
      const items = await api.list(folder)
      const folders = items.filter((item) => item.ext === undefined && !isHidden(item.name))
      inside.set(
        folder,
        folders.map((item) => contentPath(item.path))
      )
    })
  const found: Place[] = []
  const waiting: Place[] = [{ path: org, depth: -1 }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { path, depth } = place
    if (depth >= 0) found.push(place)
    for (const below of [...(inside.get(path) ?? [])].reverse())
      waiting.push({ path: below, depth: depth + 1 })
  }
  return found
}
