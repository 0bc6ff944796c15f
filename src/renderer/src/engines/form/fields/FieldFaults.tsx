import { Button } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import type { FaultyStretch } from '../../../documents/links/value-faults'
import classes from './fields.module.css'

interface FieldFaultsProps {
  readonly id: string
  /** What the field says. */
  readonly text: string
  readonly faults: readonly FaultyStretch[]
  /** Null where it may not be changed. */
  readonly onMend: ((text: string) => void) | null
}

/** A long text may have any number. */
const MOST = 5

/** What is wrong with the addresses of a field, below it, each with what mends it (LK10). */
export function FieldFaults({ id, text, faults, onMend }: FieldFaultsProps) {
  const left = faults.length - MOST
  return (
    <div id={id}>
      {faults.slice(0, MOST).map(({ from, to, address, message, fix }) => (
        <div key={from} className={classes.fault}>
          <IconLinkOff size={14} stroke={1.5} aria-hidden="true" />
          {address === text.trim() ? message : `${address.slice(0, 200)}: ${message}`}
          {fix !== null && onMend && (
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => onMend(text.slice(0, from) + fix + text.slice(to))}
            >
              Say {fix}
            </Button>
          )}
        </div>
      ))}
      {left > 0 && <div className={classes.fault}>And {left} more, marked in the text.</div>}
    </div>
  )
}
