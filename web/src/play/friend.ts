/**
 * A game of two browsers. The moves go over a direct connection, which begins with a link that has the game and with a code that
 * answers it. No server of the project takes part, so both must be in one network unless the user names a STUN server.
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

/** The time for finding the addresses of this browser, in milliseconds. */
const GATHER = 3000;

function connection(): RTCPeerConnection {
  const server = setting("stun", "");
  return new RTCPeerConnection({ iceServers: server ? [{ urls: server }] : [] });
}

/** Returns the description of this side when its addresses are known. */
async function described(peer: RTCPeerConnection): Promise<string> {
  await new Promise<void>((done) => {
    if (peer.iceGatheringState === "complete") done();
    peer.addEventListener("icegatheringstatechange", () => peer.iceGatheringState === "complete" && done());
    setTimeout(done, GATHER);
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
    if (invitation) void this.answer(invitation).catch((error: Error) => (this.status.textContent = `The invitation cannot be answered: ${error.message}`));
    else this.offer();
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
    const server = h("input", { type: "text", "aria-label": "Address of a STUN server", placeholder: "stun:… (optional)", value: setting("stun", ""), oninput: () => set("stun", server.value.trim()) });
    clear(this.box, h("p", {}, "Send a link, get an answer code back, and play: the moves go from browser to browser, and nobody else sees them. This works in one network. Across networks, name a STUN server. It learns the internet addresses of both."),
      h("p", { class: "buttons" }, button("Invite as White", () => void this.invite("white")), button("Invite as Black", () => void this.invite("black")), server));
  }

  /** Makes the link for a friend, while the user has a side. */
  private async invite(mine: Color): Promise<void> {
    this.peer?.close();
    const peer = (this.peer = connection());
    this.join(peer.createDataChannel("moves"), mine);
    await peer.setLocalDescription();
    const invitation: Invitation = { ...(await this.game()), sdp: await described(peer), color: other(mine) };
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

  private async answer({ sdp, color }: Invitation): Promise<void> {
    this.element.open = true;
    const peer = (this.peer = connection());
    peer.addEventListener("datachannel", ({ channel }) => this.join(channel, color));
    await peer.setRemoteDescription(JSON.parse(sdp) as RTCSessionDescriptionInit);
    await peer.setLocalDescription();
    clear(this.box, h("p", {}, "Send this answer code back, and keep this page open: ", this.field("Answer code for the friend", await encode(await described(peer)))));
  }

  private field(label: string, value: string): HTMLElement {
    const field = h("input", { type: "text", class: "fen", readonly: true, "aria-label": label, value, onfocus: () => field.select() });
    const copy = button("Copy", () => void navigator.clipboard.writeText(value).then(() => toast("Copied."), () => field.focus()));
    return h("span", {}, field, " ", copy);
  }

  private join(channel: RTCDataChannel, mine: Color): void {
    this.channel = channel;
    channel.addEventListener("open", () => {
      clear(this.box);
      this.status.textContent = `Connected: you are ${mine === "white" ? "White" : "Black"}.`;
      this.seat?.sit(mine);
      this.moved();
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
    peer?.addEventListener("connectionstatechange", () => ["disconnected", "failed", "closed"].includes(peer.connectionState) && ended());
  }

  private async take(data: string): Promise<void> {
    const moves = JSON.parse(data) as unknown;
    if (!Array.isArray(moves) || !moves.every((one) => typeof one === "string")) return;
    this.known = data;
    await this.seat?.follow(moves);
  }
}
