/** Somebody of an instance. */
export interface Someone {
  readonly instanceId: number;
  readonly userId: number;
}

interface Present {
  /** When a device was last heard of, in milliseconds since 1970. */
  activeAt: number;
  /** By device: until when the person is there by it; `Infinity` for as long as it says nothing else. */
  readonly ends: Map<string, number>;
}

/** Who is there by the devices that this process hears of. */
export class OwnDevices {
  readonly #instances = new Map<number, Map<number, Present>>();

  has({ instanceId, userId }: Someone): boolean {
    return this.#instances.get(instanceId)?.has(userId) === true;
  }

  /** Whether the person is there by this device, or was until a moment ago. */
  hasDevice({ instanceId, userId }: Someone, device: string): boolean {
    return this.#instances.get(instanceId)?.get(userId)?.ends.has(device) === true;
  }

  peopleOf(instanceId: number): ReadonlyMap<number, { readonly activeAt: number }> {
    return this.#instances.get(instanceId) ?? new Map<number, Present>();
  }

  all(): Someone[] {
    return [...this.#instances].flatMap(([instanceId, people]) =>
      [...people.keys()].map((userId) => ({ instanceId, userId })),
    );
  }

  /** Notes that a person is there by a device until a moment. */
  note({ instanceId, userId }: Someone, device: string, { endsAt, at }: { endsAt: number; at: number }): void {
    const people = this.#instances.get(instanceId) ?? new Map<number, Present>();
    this.#instances.set(instanceId, people);
    const present = people.get(userId) ?? { activeAt: at, ends: new Map<string, number>() };
    people.set(userId, present);
    present.activeAt = at;
    present.ends.set(device, endsAt);
  }

  /** Forgets devices whose time is over. Returns the people who have none left: they are there until they are removed. */
  forgetOver(at: number): Someone[] {
    for (const people of this.#instances.values())
      for (const { ends } of people.values())
        for (const [device, endsAt] of ends) if (endsAt <= at) ends.delete(device);
    return this.all().filter(({ instanceId, userId }) => this.#instances.get(instanceId)?.get(userId)?.ends.size === 0);
  }

  remove({ instanceId, userId }: Someone): void {
    const people = this.#instances.get(instanceId);
    people?.delete(userId);
    if (people?.size === 0) this.#instances.delete(instanceId);
  }
}
