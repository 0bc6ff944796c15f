import { useMemo } from 'react'
import { contentPath } from '../../../../common/content/paths'
import { isEnter } from '../../components/keys'
import { goTo } from '../../documents/go-to'
import { reveal, useTree } from '../../engines/tree/tree-store'
import { openDocument } from '../../workbench/workbench'
import { replaceRows, toggled, type ReplaceRow } from './replace-rows'
import { replaceNow, updateReplace, useReplaceState } from './replace-state'
import { ReplaceLine } from './ReplaceLine'
import { RowTree } from './RowTree'

/** What would be replaced, by file, before and after; each file and place with its box (RP6). */
export function ReplaceList() {
  const { told, left, folded, chosen, waits } = useReplaceState()
  const root = useTree((current) => current.root)
  const rows = useMemo(
    () =>
      replaceRows({
        found: told?.found ?? [],
        cannot: told?.cannot ?? [],
        breaks: told?.breaks ?? [],
        left,
        folded
      }),
    [told, left, folded]
  )
  if (rows.length === 0) return null
  return (
    <RowTree
      name="replace"
      label="What would be replaced"
      rows={rows}
      chosen={chosen}
      onChoose={(key) => updateReplace({ chosen: key })}
      isBusy={waits}
      onKey={(event, row) => {
        if (event.key === ' ') toggle(row)
        else if (event.key === 'ArrowLeft') foldOrRise(row)
        else if (event.key === 'ArrowRight') setFolded(row, false)
        else if (isEnter(event)) open(row)
        else return false
        return true
      }}
      draw={(row, place) => (
        <ReplaceLine
          key={row.key}
          row={row}
          root={root}
          place={place}
          onToggle={() => {
            updateReplace({ chosen: row.key })
            toggle(row)
          }}
          onClick={() => {
            updateReplace({ chosen: row.key })
            if ('isFolded' in row) setFolded(row, !row.isFolded)
            else open(row)
          }}
        />
      )}
    />
  )
}

const toggle = (row: ReplaceRow) => updateReplace({ left: toggled(row, replaceNow().left) })

function setFolded(row: ReplaceRow, isFolded: boolean): void {
  if (!('isFolded' in row)) return
  const folded = new Set(replaceNow().folded)
  if (isFolded) folded.add(row.key)
  else folded.delete(row.key)
  updateReplace({ folded })
}

/** From a place to its file, which folds with the next press. */
function foldOrRise(row: ReplaceRow): void {
  if (row.kind === 'place' || row.kind === 'more') updateReplace({ chosen: row.file.path })
  else setFolded(row, true)
}

function open(row: ReplaceRow): void {
  if (row.kind === 'stays') return
  const path = contentPath(row.kind === 'stay' ? row.one.path : row.file.path)
  const place =
    row.kind === 'stay' ? row.one.at : row.kind === 'place' ? row.place.at : row.file.places[0]?.at
  if (place) goTo(path, place)
  else openDocument(path)
  void reveal(path)
}
