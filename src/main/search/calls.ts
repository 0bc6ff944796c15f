import type { Call as EngineCall, InputsOf, OutputsOf } from '../workers/engine-calls'
import type { EngineThread } from '../workers/engine-thread'
import type { Engine } from './engine/engine'

/** What the thread of the index is asked for; each call has one input. */
export type Input = InputsOf<Engine>
export type Output = OutputsOf<Engine>
export type Call = EngineCall<Input>

/** The index, wherever it is. */
export interface Index extends Pick<EngineThread<Input, Output>, 'call'> {
  close(): Promise<void>
}
