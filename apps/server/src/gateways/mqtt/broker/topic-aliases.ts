import type { IPublishPacket } from 'mqtt-packet'
import { REASON } from './mqtt-packets.ts'

/** Aliases that one connection may use (MQTT 5 3.2.2.3.8). */
export const TOPIC_ALIASES = 10
/** A longer topic gets no alias: what is remembered for a connection has a limit. */
const ALIASED_LENGTH = 1024

/** The topics that a connection has numbers for; they end with it. */
export class TopicAliases {
  readonly #topics = new Map<number, string>()

  /** The topic of a PUBLISH; the reason for which the connection is closed where its alias means none. */
  topicOf({ topic, properties }: Pick<IPublishPacket, 'topic' | 'properties'>): string | number {
    const alias = properties?.topicAlias
    if (alias === undefined) return topic
    if (typeof alias !== 'number') return REASON.PROTOCOL
    if (alias < 1 || alias > TOPIC_ALIASES) return REASON.ALIAS
    if (topic === '') return this.#topics.get(alias) ?? REASON.PROTOCOL
    if (topic.length > ALIASED_LENGTH) return REASON.ALIAS
    this.#topics.set(alias, topic)
    return topic
  }
}
