// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

interface IToken {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Takes deposits for another chain, and logs the quote of each.
contract BridgeDepository {
    event Deposited(bytes32 indexed id, address indexed from, address token, uint256 value);

    function depositNative(bytes32 id) external payable {
        emit Deposited(id, msg.sender, address(0), msg.value);
    }

    function depositToken(address token, uint256 value, bytes32 id) external {
        require(IToken(token).transferFrom(msg.sender, address(this), value), "BridgeDepository: not moved");
        emit Deposited(id, msg.sender, token, value);
    }
}
