/**
 * A game of two browsers. The moves go over a direct connection, which begins with a link that has the game and with a code that
 * answers it. No server of the project takes part, so both must be in one network unless the user names a server for STUN or TURN.
 */
import type { Color } from "../../../bindings/web/pkg/ferz.js";
import { button, clear, h, toast } from "../dom";
import { other } from "../model/match";
import { decode, encode } from "../share";
import { set, setting } from "../setting";

/** What a link to a friend has. */
export interface Invitation {
  sdp: string;
  /** The address of the game with its position, after `#/play/`, or the packed project with its position. */
  play?: string;
  shared?: string;
  /** The side of the friend. */
  color: Color;
  /** The address of the STUN server that the other side uses. */
  server?: string;
}

/** The board that is connected. */
export interface Seat {
  /** The moves on the board. */
  moves(): string[];
  /** Shows the moves of the friend. */
  follow(moves: string[]): Promise<void>;
  /** Leaves only the pieces of one side to the user. */
  sit(color: Color): void;
}

/** The time for finding all addresses of this browser, and the time for finding the first, in milliseconds. */
const GATHER = 3000;
const GATHER_FIRST = 15_000;

/** The time after which an interrupted connection has ended, in milliseconds. */
const RECOVER = 10_000;

/** Returns the servers of an address: `stun:HOST`, or `turn:NAME:PASSWORD@HOST`. */
export function servers(address: string): RTCIceServer[] {
  if (!address) return [];
  const [, scheme, username, credential, host] = /^(turns?:)([^:@]+):(.+)@([^@]+)$/.exec(address) ?? [];
  return [scheme ? { urls: scheme + host, username, credential } : { urls: address }];
}

function connection(address: string): RTCPeerConnection {
  try {
    return new RTCPeerConnection({ iceServers: servers(address) });
  } catch {
    throw new Error("The address of a server is stun:HOST or turn:NAME:PASSWORD@HOST.");
  }
}

/** Returns the description of this side when its addresses are known. A server that does not answer delays the last of them. */
async function described(peer: RTCPeerConnection): Promise<string> {
  const hasAddress = () => /^a=candidate:/m.test(peer.localDescription?.sdp ?? "");
  await new Promise<void>((done) => {
    if (peer.iceGatheringState === "complete") done();
    const begin = performance.now();
    peer.addEventListener("icegatheringstatechange", () => peer.iceGatheringState === "complete" && done());
    peer.addEventListener("icecandidate", () => performance.now() - begin >= GATHER && hasAddress() && done());
    setTimeout(() => hasAddress() && done(), GATHER);
    setTimeout(done, GATHER_FIRST);
  });
  return JSON.stringify(peer.localDescription);
}

/** The invitation that a link has brought here, until its board is shown. */
let arrived: Invitation | undefined;

/** Reads the invitation of a link. */
export async function invited(code: string): Promise<Invitation> {
  arrived = JSON.parse(await decode(code)) as Invitation;
  return arrived;
}

export class Friend {
  readonly element = h("details", { class: "more friend" });
  private status = h("p", { role: "status" });
  private box = h("div");
  private peer: RTCPeerConnection | undefined;
  private channel: RTCDataChannel | undefined;
  private seat: Seat | undefined;
  /** The moves that both sides know. */
  private known = "";
  private leaving = () => this.close();

  /** `game` returns what a link needs for the game on the board. */
  constructor(private readonly game: () => Promise<Pick<Invitation, "play" | "shared">>) {
    this.element.append(h("summary", {}, "Play with a friend"), this.status, this.box);
  }

  /** Connects the panel with its board. An invitation that has arrived is answered. */
  begin(seat: Seat): void {
    this.seat = seat;
    window.addEventListener("pagehide", this.leaving);
    const invitation = arrived;
    arrived = undefined;
    if (!invitation) this.offer();
    else if (invitation.server) this.permit(invitation, invitation.server);
    else this.answer(invitation, setting("stun", ""));
  }

  /** Sends the moves on the board if the friend does not know them. */
  moved(): void {
    const moves = JSON.stringify(this.seat?.moves() ?? []);
    if (this.channel?.readyState !== "open" || moves === this.known) return;
    this.known = moves;
    this.channel.send(moves);
  }

  close(): void {
    window.removeEventListener("pagehide", this.leaving);
    this.peer?.close();
    this.peer = undefined;
  }

  private offer(): void {
    const server = h("input", { type: "text", "aria-label": "Address of a STUN or TURN server", placeholder: "stun:… or turn:… (optional)", value: setting("stun", ""), oninput: () => set("stun", server.value.trim()) });
    clear(this.box, h("p", {}, "Send a link, get an answer code back, and play: the moves go from browser to browser, and nobody else sees them. This works in one network. Across networks, name a STUN server. It learns the internet addresses of both. A TURN server also passes the moves on, encrypted, if nothing else connects the two."),
      h("p", { class: "buttons" }, button("Invite as White", () => void this.invite("white")), button("Invite as Black", () => void this.invite("black")), server));
  }

  /** Shows why there is no connection. */
  private fail(error: Error): void {
    this.status.textContent = error.message;
  }

  /** Makes the link for a friend, while the user has a side. */
  private async invite(mine: Color): Promise<void> {
    this.peer?.close();
    this.status.textContent = "";
    await this.invited(mine, setting("stun", "")).catch((error: Error) => this.fail(error));
  }

  private async invited(mine: Color, server: string): Promise<void> {
    const peer = (this.peer = connection(server));
    this.join(peer.createDataChannel("moves"), mine, true);
    await peer.setLocalDescription();
    // The friend needs no TURN server and must not learn its password.
    const shown = /^stuns?:/.test(server) ? server : undefined;
    const invitation: Invitation = { ...(await this.game()), sdp: await described(peer), color: other(mine), server: shown };
    const link = this.field("Link for the friend", `${location.href.split("#")[0]}#/friend/${await encode(JSON.stringify(invitation))}`);
    const code = h("input", { type: "text", class: "fen", "aria-label": "Answer code", placeholder: "answer code of the friend", oninput: async () => {
      try {
        await peer.setRemoteDescription(JSON.parse(await decode(code.value.trim())) as RTCSessionDescriptionInit);
        this.status.textContent = "Connecting…";
      } catch {
        this.status.textContent = "This is no answer code.";
      }
    } });
    clear(this.box, h("p", {}, "1. Send this link: ", link), h("p", {}, "2. Paste the answer code: ", code));
  }

  /** Asks before this browser contacts the server of an invitation. */
  private permit(invitation: Invitation, server: string): void {
    this.element.open = true;
    clear(this.box, h("p", {}, "Your friend uses the server ", h("code", {}, server), " to connect. It learns your internet address. In one network, you can connect without it."),
      h("p", { class: "buttons" }, button("Connect with the server", () => this.answer(invitation, server)), button("Connect without it", () => this.answer(invitation, ""))));
  }

  private answer(invitation: Invitation, server: string): void {
    void this.answered(invitation, server).catch((error: Error) => this.fail(new Error(`The invitation cannot be answered: ${error.message}`)));
  }

  private async answered({ sdp, color }: Invitation, server: string): Promise<void> {
    this.element.open = true;
    const peer = (this.peer = connection(server));
    peer.addEventListener("datachannel", ({ channel }) => this.join(channel, color, false));
    await peer.setRemoteDescription(JSON.parse(sdp) as RTCSessionDescriptionInit);
    await peer.setLocalDescription();
    clear(this.box, h("p", {}, "Send this answer code back, and keep this page open: ", this.field("Answer code for the friend", await encode(await described(peer)))));
  }

  private field(label: string, value: string): HTMLElement {
    const field = h("input", { type: "text", class: "fen", readonly: true, "aria-label": label, value, onfocus: () => field.select() });
    const copy = button("Copy", () => void navigator.clipboard.writeText(value).then(() => toast("Copied."), () => field.focus()));
    return h("span", {}, field, " ", copy);
  }

  /** Plays over a channel. The game of the side that `leads` is the game of both, so that only this side sends it first. */
  private join(channel: RTCDataChannel, mine: Color, leads: boolean): void {
    this.channel = channel;
    this.known = "";
    const connected = `Connected: you are ${mine === "white" ? "White" : "Black"}.`;
    channel.addEventListener("open", () => {
      clear(this.box);
      this.status.textContent = connected;
      this.seat?.sit(mine);
      if (leads) this.moved();
    });
    channel.addEventListener("message", ({ data }: MessageEvent<string>) => void this.take(data));
    const { peer } = this;
    const ended = () => {
      if (this.peer !== peer) return;
      this.peer = undefined;
      peer?.close();
      this.status.textContent = "The connection has ended. A new link continues the game where it stands, and a reload frees both sides.";
      this.offer();
    };
    channel.addEventListener("close", ended);
    peer?.addEventListener("connectionstatechange", () => {
      const state = peer.connectionState;
      if (state === "failed" || state === "closed") ended();
      if (channel.readyState !== "open" || this.peer !== peer) return;
      // A connection that is interrupted mostly comes back by itself.
      this.status.textContent = state === "disconnected" ? "The connection is interrupted." : connected;
      if (state === "disconnected") setTimeout(() => peer.connectionState === "disconnected" && ended(), RECOVER);
    });
  }

  private async take(data: string): Promise<void> {
    const moves = JSON.parse(data) as unknown;
    if (!Array.isArray(moves) || !moves.every((one) => typeof one === "string")) return;
    this.known = data;
    await this.seat?.follow(moves);
  }
}
