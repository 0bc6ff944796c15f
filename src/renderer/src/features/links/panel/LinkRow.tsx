import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowUpRight } from '@tabler/icons-react'
import { PlaceActions, PlaceRow } from '../../../components/PlaceRow'
import { IconButton } from '../../../workbench/IconButton'
import classes from './LinksPanel.module.css'

interface LinkRowProps {
  readonly name: string
  readonly detail: string
  /** All of it, where it is cut. */
  readonly hint: string
  readonly line: number
  readonly isBad?: boolean
  /** To the place where the link stands. */
  readonly onGo: () => void
  /** To where it leads. */
  readonly opens?: { readonly name: string; readonly open: () => void }
  readonly mend?: { readonly after: string; readonly run: () => void }
}

/** One link: the row leads to where it stands. */
export function LinkRow({ name, detail, hint, line, isBad = false, onGo, opens, mend }: LinkRowProps) {
  return (
    <li>
      <div className={classes.line}>
        <PlaceRow
          sign={isBad && <IconAlertTriangle size={16} className={classes.bad} aria-label="Needs a look" />}
          words={name}
          details={[detail]}
          place={String(line)}
          placeLabel={`line ${line}`}
          title={hint}
          isCut={!isBad}
          onClick={onGo}
        />
        {opens && (
          <IconButton label={`Open ${opens.name}`} variant="subtle" size="sm" onClick={opens.open}>
            <IconArrowUpRight size={14} />
          </IconButton>
        )}
      </div>
      {mend && (
        <PlaceActions>
          <Button size="compact-xs" variant="default" title={`${name} → ${mend.after}`} onClick={mend.run}>
            Mend to {mend.after}
          </Button>
        </PlaceActions>
      )}
    </li>
  )
}
