/** In milliseconds. */
export interface HealthTimes {
  /** Nothing is examined so soon after the start. */
  readonly quiet: number
  /** An examination is good for so long. */
  readonly good: number
  /** An examination by itself rests so long after each bit of work, so that nobody feels it. */
  readonly rest: number
  /** How often it is asked whether one is due. */
  readonly ask: number
  /** How often the disk is looked at. */
  readonly disk: number
  /** And how soon after a change. */
  readonly afterChange: number
}

const MINUTE = 60_000

const DAY = 24 * 60 * MINUTE

/** @param isFolder of this computer; an object storage may ask money for what is read from it */
export const usualTimes = (isFolder: boolean): HealthTimes => ({
  quiet: 10 * MINUTE,
  good: (isFolder ? 7 : 30) * DAY,
  rest: 60,
  ask: 60 * MINUTE,
  disk: MINUTE,
  afterChange: 5_000
})
