import type { Sheet } from '../../../../common/formats/sheet'
import type { Here } from '../../../../common/rooms/frames'
import { personName } from '../../components/person'
import type { Company } from '../../documents/together/company'
import { useRead } from '../../state/signal'
import { cellsIn, shownRow } from './grid-company'
import type { GridState } from './grid-state'
import classes from './Grid.module.css'
import type { Layout } from './layout'
import { boxOf } from './SelectionLayer'

interface OthersLayerProps {
  readonly company: Company
  readonly state: GridState
  readonly sheet: Sheet
  readonly layout: Layout
}

/**
 * A ring around the cells in which others are. It lies in what scrolls, so that scrolling draws nothing of it
 * anew.
 */
export function OthersLayer({ company, state, sheet, layout }: OthersLayerProps) {
  const people = useRead(company.changed, () => company.people)
  return (
    <div className={classes.layer} aria-hidden="true">
      {people.map((one) => (
        <Ring key={one.who} {...{ one, state, sheet, layout }} />
      ))}
    </div>
  )
}

function Ring({ one, state, sheet, layout }: Omit<OthersLayerProps, 'company'> & { readonly one: Here }) {
  const place = cellsIn(one.at, sheet)
  const ends = place && [shownRow(state, sheet, place.from.row), shownRow(state, sheet, place.to.row)]
  const [from, to] = ends ?? []
  const last = sheet.columns.length - 1
  if (!place || typeof from !== 'number' || typeof to !== 'number' || place.to.column > last) return null
  // the names stand still while the cells scroll: who is in them is said by the menu of people
  if (to < 0) return null
  const area = {
    top: Math.max(0, Math.min(from, to)),
    bottom: Math.max(from, to),
    left: Math.min(place.from.column, place.to.column),
    right: Math.min(last, Math.max(place.from.column, place.to.column))
  }
  const head = { top: to, bottom: to, left: place.to.column, right: place.to.column }
  const isOne = area.top === area.bottom && area.left === area.right
  return (
    <>
      {!isOne && <div className={classes.otherArea} data-person={one.colour} style={boxOf(area, layout)} />}
      <div
        // the name is shown again wherever somebody comes to
        key={`${to} ${place.to.column}`}
        className={classes.other}
        data-person={one.colour}
        data-idle={one.isIdle || undefined}
        data-first={to === 0 || undefined}
        style={boxOf(head, layout)}
      >
        <span className={classes.otherName}>{personName(one)}</span>
      </div>
    </>
  )
}
