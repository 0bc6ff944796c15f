import { UnstyledButton } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { showTrust } from './show-trust'
import { useTrust } from './trust-store'
import { words } from './words'

/** Says in the status bar that the workspace is not trusted; nothing for one that is. */
export function TrustMark({ className }: { readonly className: string | undefined }) {
  if (useTrust()?.state !== 'restricted') return null
  return (
    <UnstyledButton className={className ?? ''} data-tone="warn" title={words.banner} onClick={showTrust}>
      <IconShieldLock size={14} stroke={1.5} aria-hidden="true" />
      {words.restricted}
    </UnstyledButton>
  )
}
