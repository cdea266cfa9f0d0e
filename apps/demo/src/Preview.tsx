/** Picture of a wallet and of the review of a transfer. */
export function Preview() {
  return (
    <div
      aria-label="A wallet with 0.25 ETH, and the review of a transfer of 0.1 ETH that waits for approval"
      className="preview"
      role="img"
    >
      <div className="card">
        <header>
          <h2>ada@example.com</h2>
          <span className="hooks">useWallets</span>
        </header>
        <ul className="balances">
          <li>
            <strong>0.25</strong> ETH
          </li>
          <li>
            <strong>40</strong> USDC
          </li>
        </ul>
        <p className="address">
          <code>0x5290…9EE7</code>
        </p>
      </div>
      <div className="card review">
        <h2>Send 0.1 ETH</h2>
        <dl className="rows">
          <div>
            <dt>Recipient</dt>
            <dd>0x8617…207c</dd>
          </div>
          <div>
            <dt>Network</dt>
            <dd>Base</dd>
          </div>
          <div>
            <dt>Estimated fee</dt>
            <dd>0.00002 ETH</dd>
          </div>
        </dl>
        <span className="press">Approve</span>
      </div>
    </div>
  );
}
