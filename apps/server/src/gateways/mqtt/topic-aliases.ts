import type { IPublishPacket } from 'mqtt-packet'
import { REASON } from './mqtt-packets.ts'

/** Aliases that one connection may use (MQTT 5 3.2.2.3.8). */
export const TOPIC_ALIASES = 10

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
    this.#topics.set(alias, topic)
    return topic
  }
}
