import { Button, Group } from '@mantine/core'
import {
  IconDownload,
  IconKey,
  IconLogin2,
  IconRefresh,
  IconShieldCheck,
  IconWorld,
  type Icon
} from '@tabler/icons-react'
import { useState } from 'react'
import type { TrustInfo } from '../../../../common/trust'
import { desktop } from '../../workbench/bridge'
import { notify } from '../../workbench/toast'
import { setTrusted } from './trust-store'
import { linesOf, words, type WouldDoLine } from './words'
import classes from './trust.module.css'

interface TrustDialogProps {
  readonly info: TrustInfo
  readonly onDone: () => void
}

/** What the workspace would set going and whom it would ask, and the yes of its person (T1). */
export function TrustDialog({ info, onDone }: TrustDialogProps) {
  const [busy, setBusy] = useState(false)
  const lines = linesOf(info.wouldDo)
  const isOpen = info.state !== 'restricted'
  const turn = async (isTrusted: boolean) => {
    setBusy(true)
    const done = await setTrusted(isTrusted)
    setBusy(false)
    if (!done) return
    notify(isTrusted ? words.trusted : words.notTrusted)
    onDone()
  }
  return (
    <div className={classes.dialog}>
      <p>{lines.length === 0 ? words.nothing : isOpen ? words.leadTrusted : words.lead}</p>
      {lines.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
        <div className={classes.lines} tabIndex={0} role="region" aria-label="What it sets going">
          <ul>
            {lines.map((line) => (
              <Line key={`${line.kind} ${line.text} ${line.host ?? ''}`} line={line} />
            ))}
          </ul>
        </div>
      )}
      {!isOpen && <p className={classes.note}>{desktop() ? words.ask : info.howTo}</p>}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone} data-autofocus>
          {isOpen ? 'Close' : 'Not now'}
        </Button>
        {desktop() && !isOpen && (
          <Button loading={busy} onClick={() => void turn(true)}>
            {words.trust}
          </Button>
        )}
        {desktop() && isOpen && (
          <Button variant="default" loading={busy} onClick={() => void turn(false)}>
            Stop trusting
          </Button>
        )}
      </Group>
    </div>
  )
}

function Line({ line: { kind, text, host } }: { readonly line: WouldDoLine }) {
  const Sign = signs[kind]
  return (
    <li>
      <Sign size={16} stroke={1.5} aria-hidden="true" />
      <div>
        <bdi>{text}</bdi>
        {host !== null && <code dir="ltr">{host}</code>}
      </div>
    </li>
  )
}

const signs: Readonly<Record<WouldDoLine['kind'], Icon>> = {
  sync: IconRefresh,
  'sign-in': IconLogin2,
  import: IconDownload,
  provider: IconShieldCheck,
  token: IconKey,
  session: IconWorld
}
