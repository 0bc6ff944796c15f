import { memo } from 'react'
import { whileShown, type Feature } from '../../workbench/contributions'
import { TrustBanner } from './TrustBanner'
import { useTrustCommands } from './trust-commands'
import { TrustMark } from './TrustMark'

export const feature: Feature = {
  parts: { background: whileShown(useTrustCommands), notice: memo(TrustBanner), mark: TrustMark }
}
