import { memo } from 'react'
import type { Feature } from '../../workbench/contributions'
import { HealthBanner } from './HealthBanner'
import { HealthMark } from './HealthMark'

export const feature: Feature = { parts: { banner: memo(HealthBanner), mark: HealthMark } }
