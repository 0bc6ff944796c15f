import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { desktop } from '../../workbench/bridge'
import { WindowNotice } from '../../components/WindowNotice'
import { showTrust, trustIt } from './show-trust'
import { setTrusted, useKeptTrust, useTrust } from './trust-store'
import { words } from './words'

/** Says that a workspace is open for reading and writing alone, and leads on (T1, T4). */
export function TrustBanner() {
  useKeptTrust()
  const info = useTrust()
  const [closed, setClosed] = useState(false)
  if (!info || info.state === 'trusted' || closed) return null
  const close = <CloseButton size="sm" aria-label="Close this notice" onClick={() => setClosed(true)} />
  if (info.state === 'held')
    return (
      <WindowNotice
        label="Workspace trust"
        icon={IconAlertTriangle}
        role="status"
        text={desktop() ? words.held : words.heldServed}
      >
        {desktop() && (
          <Button size="compact-sm" variant="default" onClick={() => void setTrusted(true)}>
            {words.goOn}
          </Button>
        )}
        {close}
      </WindowNotice>
    )
  return (
    <WindowNotice label="Workspace trust" icon={IconShieldLock} role="status" text={words.banner}>
      <Button size="compact-sm" variant="default" onClick={showTrust}>
        {words.whatWouldItDo}
      </Button>
      {desktop() && (
        <Button size="compact-sm" onClick={trustIt}>
          {words.trust}
        </Button>
      )}
      {close}
    </WindowNotice>
  )
}
